"""Runs the SQL of docs/analytics as a ClickHouse server does, and prints what the view says, each time that it changes."""

import json
import os
import sys
import time

import _chdb

server = _chdb.connect(sys.argv[1])


def run(sql):
    return server.query(sql, "JSONCompactEachRow").bytes().decode()


for name in ["clickhouse.sql", "clickhouse-kafka.sql"]:
    with open(f"docs/analytics/{name}") as file:
        run(file.read().replace("127.0.0.1:9092", os.environ["KAFKA_BROKERS"]))

latest = None
while True:
    rows = run("select * from gold_bought order by company_id, day, is_test")
    if rows != latest:
        print(json.dumps([json.loads(row) for row in rows.splitlines()]), flush=True)
        latest = rows
    time.sleep(0.25)
