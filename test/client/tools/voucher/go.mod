module example.org/voucher

go 1.20

require gopkg.in/validator.v2 v2.0.1
