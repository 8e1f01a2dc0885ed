"""Reads exported files with the programs that analysts use, and prints what each of them reads wrong.

read_files.py FOLDER < {"rows": [{column: value}], "kinds": {column: kind}, "files": {format: [name, separator]}}
"""

import collections
import csv
import datetime
import decimal
import json
import os
import re
import sys

import duckdb
import pandas
import pyarrow.parquet

os.chdir(sys.argv[1])
csv.field_size_limit(10**7)
expected = json.load(sys.stdin)
columns = list(expected["kinds"])


WHITE_SPACE = "\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
FORMULA = re.compile(rf"[\t\r\n]|[{WHITE_SPACE}]*[=+\-@＝＋－＠]")


def in_csv(value, kind):
    """A text that spreadsheets would calculate has an apostrophe in front."""
    is_formula = kind == "text" and value is not None and FORMULA.match(value)
    return "'" + value if is_formula else value


def exact(value, kind):
    if value is None or kind == "text":
        return value
    if kind == "decimal":
        return decimal.Decimal(value)
    if kind == "instant":
        return datetime.datetime.fromisoformat(value)
    return {"true": True, "false": False}.get(value, value)


exact_rows = [[exact(row[c], expected["kinds"][c]) for c in columns] for row in expected["rows"]]
csv_rows = [[in_csv(row[c], expected["kinds"][c]) for c in columns] for row in expected["rows"]]


def without_null(rows):
    return [[value or "" for value in row] for row in rows]


def without_zones(rows):
    return [
        [value.replace(tzinfo=None) if isinstance(value, datetime.datetime) else value for value in row]
        for row in rows
    ]


def texts_of(rows):
    kept = [place for place, c in enumerate(columns) if expected["kinds"][c] == "text"]
    return [[row[place] for place in kept] for row in rows]


def at(record, path):
    for name in path.split("."):
        record = None if record is None else record[name]
    return record


def select(source, values=tuple(f'"{name}"' for name in columns)):
    rows = duckdb.sql(f"select {', '.join(values)} from {source}").fetchall()
    return [list(row) for row in rows]


def read_csv(name, separator):
    with open(name, newline="", encoding="utf-8-sig") as file:
        read = list(csv.DictReader(file, delimiter=separator))
    yield "csv", [[row[c] for c in columns] for row in read], without_null(csv_rows)
    frame = pandas.read_csv(name, sep=separator, dtype=str, keep_default_na=False)
    yield "pandas", frame[columns].values.tolist(), without_null(csv_rows)
    guessed = f"read_csv('{name}', all_varchar = true, allow_quoted_nulls = false)"
    yield "duckdb", select(guessed), csv_rows


def read_ndjson(name, _):
    with open(name, encoding="utf-8") as file:
        lines = file.read().splitlines()
    records = [json.loads(line, parse_float=str, parse_int=str) for line in lines]
    read = [[at(record, c) for c in columns] for record in records]
    for row in read:
        for place, c in enumerate(columns):
            if not isinstance(row[place], bool):
                row[place] = exact(row[place], expected["kinds"][c])
    yield "json", read, exact_rows
    pointers = ", ".join(f"json ->> '$.{c}'" for c in columns)
    objects = duckdb.sql(f"select {pointers} from read_ndjson_objects('{name}')").fetchall()
    yield "duckdb", texts_of(objects), texts_of(exact_rows)
    frame = pandas.read_json(name, lines=True, dtype=False)
    read = [[at(record, c) for c in columns] for record in frame.to_dict("records")]
    missing = [[None if pandas.isna(value) else value for value in row] for row in texts_of(read)]
    yield "pandas", missing, texts_of(exact_rows)


def read_parquet(name, _):
    records = pyarrow.parquet.read_table(name).to_pylist()
    yield "pyarrow", [[record[c] for c in columns] for record in records], exact_rows
    # DuckDB's package gives moments in a time zone to Python with the help of another one.
    moments = [
        f"""make_timestamp(epoch_us("{c}"))""" if kind == "instant" else f'"{c}"'
        for c, kind in expected["kinds"].items()
    ]
    yield "duckdb", without_zones(select(f"'{name}'", moments)), without_zones(exact_rows)
    frame = pandas.read_parquet(name)
    read = texts_of(frame[columns].values.tolist())
    missing = [[None if pandas.isna(value) else value for value in row] for row in read]
    yield "pandas", missing, texts_of(exact_rows)
    yield "filters", found_by_filters(name), []


def found_by_filters(name):
    """A filter skips the groups of rows whose statistics exclude a value: none may be excluded wrongly."""
    missed = []
    for c, kind in expected["kinds"].items():
        if kind != "text":
            continue
        values = collections.Counter(row[c] for row in expected["rows"] if row[c] is not None)
        for value, count in values.items():
            query = f"""select count(*) from '{name}' where "{c}" = ?"""
            found = duckdb.execute(query, [value])
            if found.fetchone()[0] != count:
                missed.append([c, value])
    return missed


def differences(read, wanted):
    if len(read) != len(wanted):
        return [f"{len(read)} rows instead of {len(wanted)}"]
    wrong = [
        ascii([place, got, want])
        for place, (got, want) in enumerate(zip(read, wanted))
        if list(got) != list(want)
    ]
    return wrong[:3]


readers = {"csv": read_csv, "ndjson": read_ndjson, "parquet": read_parquet}
said = {}
for name, (kind, separator) in expected["files"].items():
    for reader, read, wanted in readers[kind](name, separator):
        said[f"{name} by {reader}"] = differences(read, wanted)
print(json.dumps(said))
