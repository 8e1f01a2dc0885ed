-- Fills the table of clickhouse.sql from Kafka. Name your brokers.
create table expense_voucher_queue (value String)
engine = Kafka
settings
  kafka_broker_list = '127.0.0.1:9092',
  kafka_topic_list = 'sarraf.expense-voucher.state.v1',
  kafka_group_name = 'clickhouse',
  kafka_format = 'RawBLOB';

create materialized view expense_voucher_reader to expense_voucher as
select
  _key as key,
  _offset as offset,
  -- a tombstone has no value
  nullIf(value, '') as state
from expense_voucher_queue;
