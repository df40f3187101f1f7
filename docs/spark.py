"""Counts records for dibmap in Spark, and writes groups back.

    spark-submit docs/spark.py count RECORDS COUNTS --x COLUMN --y COLUMN
    spark-submit docs/spark.py join RECORDS GROUPS RESULT --x COLUMN
    spark-submit docs/spark.py case RECORDS EXPRESSION RESULT

RECORDS, COUNTS and RESULT are folders of Parquet files. COUNTS has a row for each pair of values, with the
number of its records in the column n, for dibmap map COUNTS --x COLUMN --y COLUMN --count n. GROUPS is what
dibmap encode --export csv writes, and EXPRESSION what dibmap encode --export spark does.
"""

import argparse
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession, functions

MISSING = "(missing)"  # what dibmap calls null


def count(records: DataFrame, x: str, y: str) -> DataFrame:
    """Return how often each value of x occurs with each value of y."""
    return records.groupBy(x, y).agg(functions.count("*").alias("n"))


def groups(spark: SparkSession, path: str) -> DataFrame:
    """Read what dibmap encode --export csv writes: quotes are doubled, and values may have several lines."""
    return spark.read.csv(path, header=True, quote='"', escape='"', multiLine=True)


def join(records: DataFrame, mapping: DataFrame, x: str) -> DataFrame:
    """Return the records with the column cluster, by a join with a table that every worker gets.

    The values of x are compared as text, so a column of numbers in bins needs an expression instead.
    """
    text = records[x].cast("string")
    value = functions.coalesce(text, functions.lit(MISSING))
    # Spark reads an empty text as null.
    known = functions.coalesce(mapping["value"], functions.lit("")).alias("_value")
    names = mapping.select(known, mapping["name"].alias("cluster"))
    return records.join(functions.broadcast(names), value == names["_value"], "left").drop("_value")


def case(records: DataFrame, expression: str) -> DataFrame:
    """Return the records with the column that an expression makes."""
    return records.selectExpr("*", expression)


def main() -> None:
    """Carry out a command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, operands in {
        "count": ["counts"],
        "join": ["groups", "result"],
        "case": ["expression", "result"],
    }.items():
        command = commands.add_parser(name)
        for operand in ["records", *operands]:
            command.add_argument(operand)
        if name != "case":
            command.add_argument("--x", required=True)
        if name == "count":
            command.add_argument("--y", required=True)
    args = parser.parse_args()
    spark = SparkSession.builder.appName(f"dibmap {args.command}").getOrCreate()
    records = spark.read.parquet(args.records)
    if args.command == "count":
        count(records, args.x, args.y).write.parquet(args.counts)
    elif args.command == "join":
        join(records, groups(spark, args.groups), args.x).write.parquet(args.result)
    else:
        case(records, Path(args.expression).read_text(encoding="utf-8")).write.parquet(args.result)
    spark.stop()


if __name__ == "__main__":
    main()
