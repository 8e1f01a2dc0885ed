"""Copies the current states of Sarraf's feed into a DuckDB file: one table for each noun.

pip install confluent-kafka duckdb
KAFKA_BROKERS=127.0.0.1:9092 python3 snapshot.py sarraf.duckdb
"""

import json
import os
import sys

import duckdb
from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

PATTERN = ("sarraf.", ".state.v1")
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
        database = duckdb.connect(path)
        for topic in sorted(consumer.list_topics(timeout=TIMEOUT_S).topics):
            if topic.startswith(PATTERN[0]) and topic.endswith(PATTERN[1]):
                write(database, topic.split(".")[1].replace("-", "_"), states(consumer, topic))
    finally:
        consumer.close()


def states(consumer, topic):
    """The latest state of each key; a tombstone removes it."""
    partitions = consumer.list_topics(topic, timeout=TIMEOUT_S).topics[topic].partitions
    consumer.assign([TopicPartition(topic, number, OFFSET_BEGINNING) for number in partitions])
    open_partitions = set(partitions)
    latest = {}
    while open_partitions:
        message = consumer.poll(TIMEOUT_S)
        if message is None:
            raise TimeoutError(f"{topic}: no answer within {TIMEOUT_S} s")
        if message.error():
            if message.error().name() != "_PARTITION_EOF":
                raise RuntimeError(message.error())
            open_partitions.discard(message.partition())
        elif message.value() is None:
            latest.pop(message.key().decode(), None)
        else:
            latest[message.key().decode()] = message.value().decode()
    return latest


def write(database, table, latest):
    database.execute(f"create or replace table {table} (key text primary key, state json)")
    if latest:
        database.executemany(f"insert into {table} values (?, ?)", list(latest.items()))
    print(json.dumps({"table": table, "rows": len(latest)}))


if __name__ == "__main__":
    main(sys.argv[1])
