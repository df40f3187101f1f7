package main

import (
	"debug/buildinfo"
	"fmt"
	"io"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// bill writes the list of modules in a program, which the go command has recorded in it, as a bill of materials by
// CycloneDX.
func (r *release) bill(program, system, processor string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	self := component("pkg:golang/"+info.Main.Path+"@v"+r.version, info.Main.Path, "v"+r.version, "")
	self.Type = cyclonedx.ComponentTypeApplication
	modules := []cyclonedx.Component{component("pkg:golang/std@"+strings.TrimPrefix(info.GoVersion, "go"), "std", info.GoVersion, "")}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		modules = append(modules, component("pkg:golang/"+m.Path+"@"+m.Version, m.Path, m.Version, m.Sum))
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.date.Format("2006-01-02T15:04:05Z"), Component: &self}
	bom.Components = &modules
	return r.create(fmt.Sprintf("dibmap_%s_%s_%s.cdx.json", r.version, system, processor), func(w io.Writer) error {
		return cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	})
}

// component describes a module, with its sum as in go.sum.
func component(url, name, version, sum string) cyclonedx.Component {
	c := cyclonedx.Component{BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: url}
	if sum != "" {
		c.Properties = &[]cyclonedx.Property{{Name: "go.sum", Value: sum}}
	}
	return c
}
