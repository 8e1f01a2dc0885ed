"""Draws the figures of a month as one page (HTML): for each company and question the days as bars.

KAFKA_BROKERS=127.0.0.1:9092 python3 snapshot.py sarraf.duckdb
python3 month.py sarraf.duckdb 2026-11 > 2026-11.html
"""

import html
import sys
from itertools import groupby
from pathlib import Path

import duckdb

SQL = Path(__file__).with_name("month.duckdb.sql").read_text()
WIDTH = 400


def main(database, month):
    connection = duckdb.connect(database, read_only=True)
    connection.execute("set variable month = ?", [month])
    figures = connection.execute(SQL).fetchall()
    print(f"<!doctype html><meta charset=utf-8><title>{html.escape(month)}</title>")
    print("<style>td { padding: 0 1em } rect { fill: #3867b7 } .sold rect { fill: #b7863c }</style>")
    for (company, question), rows in groupby(figures, key=lambda row: row[:2]):
        draw(f"{company}: {question}", list(rows))


def draw(title, rows):
    largest = max(figure for *_, figure in rows) or 1
    print(f"<h2>{html.escape(title)}</h2><table>")
    for _, _, day, side, figure in rows:
        width = int(WIDTH * figure / largest)
        bar = f'<svg width={WIDTH} height=12><rect width={width} height=12 /></svg>'
        print(f"<tr class={side}><td>{day}<td>{side}<td>{bar}<td align=right>{figure.normalize():f}")
    print("</table>")


if __name__ == "__main__":
    main(*sys.argv[1:])
