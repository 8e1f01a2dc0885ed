-- Fills the table of clickhouse.sql from Kafka. Name your brokers.
create table expense_voucher_states (value String)
engine = Kafka
settings
  kafka_broker_list = '127.0.0.1:9092',
  kafka_topic_list = 'sarraf.expense-voucher.state.v1',
  kafka_group_name = 'clickhouse-states',
  kafka_format = 'RawBLOB';

-- ClickHouse skips records without a value, so it sees no tombstone: the events say what was deleted.
create table expense_voucher_events (value String)
engine = Kafka
settings
  kafka_broker_list = '127.0.0.1:9092',
  kafka_topic_list = 'sarraf.expense-vouchers.v1',
  kafka_group_name = 'clickhouse-events',
  kafka_format = 'RawBLOB';

create materialized view expense_voucher_state_reader to expense_voucher as
select
  _key as key,
  toUInt64(_headers.value[indexOf(_headers.name, 'ce_position')]) as position,
  value as state
from expense_voucher_states;

create materialized view expense_voucher_deletion_reader to expense_voucher as
select
  _key as key,
  toUInt64(_headers.value[indexOf(_headers.name, 'ce_position')]) as position,
  cast(null as Nullable(String)) as state
from expense_voucher_events
where _headers.value[indexOf(_headers.name, 'ce_type')] in (
  'sarraf.expense-voucher.DraftDeleted.v1',
  'sarraf.expense-voucher.VoucherAbandoned.v1'
);
