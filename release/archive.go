package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// archive writes the archive of a platform: a folder with the program and its documents.
func (r *release) archive(system, processor, program string) error {
	files, err := r.files()
	if err != nil {
		return err
	}
	files = append(files, text{source: program, name: filepath.Base(program)})
	folder := fmt.Sprintf("dibmap_%s_%s_%s", r.version, system, processor)
	write, ending := r.tarball, ".tar.gz"
	if system == "windows" {
		write, ending = r.zipped, ".zip"
	}
	return r.create(folder+ending, func(w io.Writer) error { return write(w, folder, files) })
}

// mode returns the mode of a file. Only the program is executable.
func mode(f text) os.FileMode {
	if f.place == "" && filepath.Dir(f.name) == "." {
		return 0o755
	}
	return 0o644
}

func (r *release) tarball(w io.Writer, folder string, files []text) error {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(compressed)
	for _, f := range files {
		content, err := os.ReadFile(f.source)
		if err != nil {
			return err
		}
		header := &tar.Header{Name: folder + "/" + f.name, Mode: int64(mode(f)), Size: int64(len(content)), ModTime: r.date, Format: tar.FormatPAX}
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		if _, err := t.Write(content); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

func (r *release) zipped(w io.Writer, folder string, files []text) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		content, err := os.ReadFile(f.source)
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: r.date}
		header.SetMode(mode(f))
		part, err := z.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := part.Write(content); err != nil {
			return err
		}
	}
	return z.Close()
}
