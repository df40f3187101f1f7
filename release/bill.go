package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// bill writes the list of the modules that a program is made of, which the go command has recorded in it, as a bill
// of materials by CycloneDX.
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
	out, err := os.Create(filepath.Join(r.folder, fmt.Sprintf("dibmap_%s_%s_%s.cdx.json", r.version, system, processor)))
	if err != nil {
		return err
	}
	if err := cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}

// component describes a module. Its sum, as in go.sum, goes with it.
func component(url, name, version, sum string) cyclonedx.Component {
	c := cyclonedx.Component{BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: url}
	if sum != "" {
		c.Properties = &[]cyclonedx.Property{{Name: "go.sum", Value: sum}}
	}
	return c
}
