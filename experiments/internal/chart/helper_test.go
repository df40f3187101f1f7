package chart

import (
	"errors"
	"regexp"
	"strings"
)

// brokenWriter fails as a full disk does.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// svg holds the paths of an SVG.
type svg struct{ paths []svgPath }

type svgPath struct{ D, Style string }

var pathElement = regexp.MustCompile(`<path d="([^"]*)"\s+style="([^"]*)"`)

func parseSVG(data []byte) (s svg) {
	for _, m := range pathElement.FindAllStringSubmatch(string(data), -1) {
		s.paths = append(s.paths, svgPath{m[1], m[2]})
	}
	return s
}

// subpaths returns the parts of all paths whose style begins with the given one.
func (s svg) subpaths(style string) []string {
	var parts []string
	for _, p := range s.paths {
		if strings.HasPrefix(p.Style, style) {
			parts = append(parts, strings.Split(p.D, "M")[1:]...)
		}
	}
	return parts
}
