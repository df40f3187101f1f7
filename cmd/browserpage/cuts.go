package main

// cut removes the named functions of a file of a library, or all functions if none is named.
type cut struct {
	module, file string
	body         string // the new body of the functions
	functions    []string
}

// Bodies of functions.
const (
	panics = `panic("left out of the program in a page")` // calls of a page do not reach the function
	gone   = ""                                           // the function is removed, because its declaration names what is left out
)

// The libraries.
const (
	parquetGo = "github.com/parquet-go/parquet-go"
	brotli    = "github.com/andybalholm/brotli"
)

// removed lists files that are left out entirely.
var removed = map[string][]string{
	brotli:    {"http.go"}, // a server
	parquetGo: {"column_buffer_proto.go", "column_buffer_proto_any.go", "column_buffer_proto_purego.go", "column_buffer_geometry.go"},
}

// cuts halves the size of the program. It removes functions that write Go values as Parquet (dibmap writes the values
// of files), and functions for content of Parquet that dibmap does not read. The linker would keep them, because they
// are in tables, or are methods that interfaces may call.
var cuts = []cut{
	{parquetGo, "column_buffer_reflect.go", gone, []string{"structpbValueToReflectValue"}},
	{parquetGo, "column_buffer_reflect.go", panics, nil},
	{parquetGo, "column_buffer_write.go", panics, nil},
	{parquetGo, "column_buffer_variant.go", panics, nil},
	{parquetGo, "column_buffer_json.go", panics, []string{"jsonParse", "writeJSONToLeaf", "writeJSONToByteArray", "writeJSONToGroup", "writeJSONToRepeated", "writeJSONString", "writeJSONNumber"}},
	{parquetGo, "geospatial_statistics.go", gone, []string{"updateFromGeom", "wkbGeomTypeCode"}},
	// A chunk with unknown geometry has no statistics of it.
	{parquetGo, "geospatial_statistics.go", "a.parseError = true", []string{"accumulatePage"}},
	{parquetGo, "type_geography.go", panics, []string{"AssignValue"}},
	{parquetGo, "type_geometry.go", panics, []string{"AssignValue"}},
	{parquetGo, "schema.go", panics, []string{"makeNodeOf", "nodeOf", "structNodeOf", "appendStructFields"}},
	// Package recode does not write brotli.
	{parquetGo, "compress/brotli/brotli.go", panics, []string{"Encode"}},
}
