package main

import (
	"io"
	"os"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // a format of packages
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // another
)

const homepage = "https://github.com/dibmap/dibmap"

// pack writes the package of a processor: for Debian and its derivatives (deb), or for Fedora and its relatives (rpm).
func (r *release) pack(format, processor, program string) error {
	list, err := r.files()
	if err != nil {
		return err
	}
	list = append(list, text{source: program, place: "/usr/bin/dibmap"})
	info := &nfpm.Info{
		Name: "dibmap", Arch: processor, Platform: "linux", Version: "v" + r.version, MTime: r.date,
		Section: "science", Priority: "optional", Maintainer: "The dibmap authors <" + homepage + ">", Homepage: homepage, License: "MIT",
		Description: "Group the values of a categorical variable, losing little information\n" +
			"Finds every Pareto-optimal way to group the values of X: no other grouping\n" +
			"has both a lower entropy and tells more about Y.",
	}
	for _, f := range list {
		if f.place == "" {
			continue
		}
		rights := os.FileMode(0o644)
		if f.source == program {
			rights = 0o755
		}
		info.Contents = append(info.Contents, &files.Content{
			Source: f.source, Destination: f.place, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: rights, MTime: r.date},
		})
	}
	info = nfpm.WithDefaults(info)
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	return r.create(packager.ConventionalFileName(info), func(w io.Writer) error { return packager.Package(info, w) })
}
