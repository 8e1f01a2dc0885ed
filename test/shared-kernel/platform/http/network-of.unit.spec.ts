import { expect, test } from 'vitest'
import { networkOf } from '#kernel/platform/http/network-of.ts'

test.each([
  ['192.0.2.1', '192.0.2.1', undefined],
  ['::ffff:192.0.2.1', '192.0.2.1', undefined],
  ['::ffff:c000:201', '192.0.2.1', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2/64', '2001:db8:1/48'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2/64', '2001:db8:1/48'],
  ['2001:db8:1:2::1.2.3.4', '2001:db8:1:2/64', '2001:db8:1/48'],
  ['64:ff9b::192.0.2.1', '192.0.2.1', undefined],
  ['fe80::1%eth0', 'fe80:0:0:0/64', 'fe80:0:0/48'],
  ['', '', undefined],
  ['unknown', 'unknown', undefined],
])('%s is of the network %s', (address, narrow, wide) => {
  expect(networkOf(address)).toEqual({ narrow, wide })
})
