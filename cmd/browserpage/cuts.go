package main

// cut is what a file of a library loses: some functions, or all if none is named.
type cut struct {
	module, file string
	body         string // what functions become
	functions    []string
}

// Bodies of functions.
const (
	panics = `panic("left out of the program in a page")` // nothing that a page calls gets there
	gone   = ""                                           // the function is removed, since its declaration names what is left out
)

// The libraries.
const (
	parquetGo = "github.com/parquet-go/parquet-go"
	brotli    = "github.com/andybalholm/brotli"
)

// removed lists files that are left out as a whole.
var removed = map[string][]string{
	brotli:    {"http.go"}, // a server
	parquetGo: {"column_buffer_proto.go", "column_buffer_proto_any.go", "column_buffer_proto_purego.go", "column_buffer_geometry.go"},
}

// cuts lists what the libraries lose, which makes the program half as large: functions that write Go values as
// Parquet (dibmap writes the values of files), and what Parquet can hold but dibmap does not look into. The linker
// keeps them, because they are in tables, or methods that interfaces may lead to.
var cuts = []cut{
	{parquetGo, "column_buffer_reflect.go", gone, []string{"structpbValueToReflectValue"}},
	{parquetGo, "column_buffer_reflect.go", panics, nil},
	{parquetGo, "column_buffer_write.go", panics, nil},
	{parquetGo, "column_buffer_variant.go", panics, nil},
	{parquetGo, "column_buffer_json.go", panics, []string{"jsonParse", "writeJSONToLeaf", "writeJSONToByteArray", "writeJSONToGroup", "writeJSONToRepeated", "writeJSONString", "writeJSONNumber"}},
	{parquetGo, "geospatial_statistics.go", gone, []string{"updateFromGeom", "wkbGeomTypeCode"}},
	// A chunk whose geometry is not understood has no statistics of it.
	{parquetGo, "geospatial_statistics.go", "a.parseError = true", []string{"accumulatePage"}},
	{parquetGo, "type_geography.go", panics, []string{"AssignValue"}},
	{parquetGo, "type_geometry.go", panics, []string{"AssignValue"}},
	{parquetGo, "schema.go", panics, []string{"makeNodeOf", "nodeOf", "structNodeOf", "appendStructFields"}},
	// What was compressed by brotli is written in another way; see package recode.
	{parquetGo, "compress/brotli/brotli.go", panics, []string{"Encode"}},
}
