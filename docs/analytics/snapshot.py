"""Copies the current states of Sarraf's feed into a DuckDB file, one table for each noun; and the vouchers' events.

pip install confluent-kafka duckdb
KAFKA_BROKERS=127.0.0.1:9092 python3 snapshot.py sarraf.duckdb
"""

import json
import os
import sys

import duckdb
from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

PREFIX = "sarraf."
SUFFIX = ".state.v1"
VOUCHERS = "sarraf.expense-vouchers.v1"
TIMEOUT_S = 30


def main(path):
    consumer = Consumer(
        {
            "bootstrap.servers": os.environ["KAFKA_BROKERS"],
            "group.id": "sarraf.snapshot",
            # Without this, records of aborted transactions would be read, too.
            "isolation.level": "read_committed",
            "enable.auto.commit": False,
            "enable.partition.eof": True,
        }
    )
    try:
        names = sorted(consumer.list_topics(timeout=TIMEOUT_S).topics)
        topics = [name for name in names if name.startswith(PREFIX) and name.endswith(SUFFIX)]
        latest = states(consumer, topics)
        events = list(records(consumer, [VOUCHERS]))
    finally:
        consumer.close()
    database = duckdb.connect(path)
    for topic in topics:
        noun = topic.removeprefix(PREFIX).removesuffix(SUFFIX)
        write(database, noun.replace("-", "_"), latest[topic])
    write_events(database, "expense_voucher_event", events)


def states(consumer, topics):
    """The latest state of each key of each topic; a tombstone removes it."""
    latest = {topic: {} for topic in topics}
    for message in records(consumer, topics):
        if message.value() is None:
            latest[message.topic()].pop(message.key().decode(), None)
        else:
            latest[message.topic()][message.key().decode()] = message.value().decode()
    return latest


def records(consumer, topics):
    """All committed records of the topics; those of one key come in order."""
    known = consumer.list_topics(timeout=TIMEOUT_S).topics
    places = {(topic, number) for topic in topics for number in known[topic].partitions}
    consumer.assign([TopicPartition(*place, OFFSET_BEGINNING) for place in places])
    while places:
        message = consumer.poll(TIMEOUT_S)
        if message is None:
            raise TimeoutError(f"{places}: no answer within {TIMEOUT_S} s")
        if message.error():
            if message.error().name() != "_PARTITION_EOF":
                raise RuntimeError(message.error())
            places.discard((message.topic(), message.partition()))
        else:
            yield message


def write_events(database, table, messages):
    database.execute(f"create or replace table {table} (key text, type text, event json)")
    rows = [(one.key().decode(), dict(one.headers())["ce_type"].decode(), one.value().decode()) for one in messages]
    if rows:
        database.executemany(f"insert into {table} values (?, ?, ?)", rows)
    print(json.dumps({"table": table, "rows": len(rows)}))


def write(database, table, latest):
    database.execute(f"create or replace table {table} (key text primary key, state json)")
    if latest:
        database.executemany(f"insert into {table} values (?, ?)", list(latest.items()))
    print(json.dumps({"table": table, "rows": len(latest)}))


if __name__ == "__main__":
    main(sys.argv[1])
