//go:build long

package encode

import (
	"testing"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/scale"
)

// sparks is a program of Python that prints the clusters of values by Spark, of texts and of numbers.
const sparks = `
import datetime, json, sys
from pyspark.sql import SparkSession

session = (
    SparkSession.builder.master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.sql.shuffle.partitions", "2")
    .getOrCreate()
)

def spark(sql, kind, values, second):
    table = session.createDataFrame(list(zip(range(len(values)), values, second)), f"n INT, v {kind}, w STRING")
    table.createOrReplaceTempView("t")
    if kind == "DOUBLE":
        return [r[0] for r in table.selectExpr(sql, "n").sort("n").collect()]
    return [r[0] for r in session.sql(f"SELECT {sql}, n FROM t ORDER BY n").collect()]

results = []
for given in json.load(open(sys.argv[1], encoding="utf-8")):
    texts = [None if t == "\0" else t for t in given["Texts"]]
    second = [None if t == "\0" else t for t in given["Second"] or texts]
    time, sql = given["Time"], given["SQL"]["spark"]
    typed = [None if n == "none" else datetime.datetime.fromisoformat(n) if time else float(n) for n in given["Typed"] or []]
    results.append({
        "Spark": spark(sql, "STRING", texts, second),
        "typed Spark": spark(sql, "TIMESTAMP_NTZ" if time else "DOUBLE", typed, [None for _ in typed]),
    })
session.stop()
print(json.dumps(results))
`

// TestLongSparkAgrees compares encode with the expressions for Spark, on random values and on nasty labels.
func TestLongSparkAgrees(t *testing.T) {
	run := oracle.Python(t, "pyspark")
	oracle.Program(t, "java")
	labels := nasty()
	e := nastyEncoder(t, labels).WithScales(scale.Scales{{Column: "v", Type: scale.Category}})
	trials := append(trialsOf(t, 10_001), trial{"nasty", Coding{X: "v", Encoder: e}, labels, nil})
	agree(t, run, sparks, trials)
}
