import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressFault, parseAddress } from '#kernel/platform/event-store/address.ts'

const address = (query: string) => `esdb://sarraf:secret-word@store.example:2113?${query}`

test('an address names hosts, user and options', () => {
  const certificate = import.meta.filename
  expect(
    parseAddress(
      `esdb+discover://sarraf:p%40ss%3A@a.example,b.example:2114/?TLS=true&tls_ca_file=${certificate}&node-preference=readOnlyReplica&keepAliveInterval=-1`,
    ),
  ).toEqual({
    isDnsName: false,
    hosts: [
      { address: 'a.example', port: 2113 },
      { address: 'b.example', port: 2114 },
    ],
    credentials: { username: 'sarraf', password: 'p@ss:' },
    options: {
      tls: true,
      tlsCAFile: certificate,
      nodePreference: 'read_only_replica',
      keepAliveInterval: -1,
    },
  })
  expect(parseAddress('esdb+discover://store.example')).toMatchObject({
    isDnsName: true,
    credentials: undefined,
    options: {},
  })
})

test.each([
  ['kurrentdb', false],
  ['KurrentDB+discover', true],
  ['kdb', false],
  ['kdb+discover', true],
])('%s:// is esdb:// by its present name', (scheme, isDnsName) => {
  expect(parseAddress(`${scheme}://store.example:2113?tls=false`)).toEqual({
    ...parseAddress('esdb://store.example:2113?tls=false'),
    isDnsName,
  })
})

test.each([
  ['tls=false&tlsVerifyCert=false', /^has the option tlsVerifyCert, .*: name .* with tlsCAFile/],
  ['TLS_VERIFY_CERT=false', /^has the option TLS_VERIFY_CERT, which has no effect/],
  ['defaultDeadline=5000', /^has the option defaultDeadline, .* set EVENTSTORE_TIMEOUT_MS$/],
  ['throwOnAppendFailure=false', /^has the option throwOnAppendFailure, .*: leave it out$/],
  ['maxRetries=3', /^has an unknown option \(maxRetries\): the options are tls, tlsCAFile/],
  ['tls', /^has the option tls without one value$/],
  ['=5', /^has an unknown option \(with that name\)/],
  ['tls=false&TLS=true', /^has the option tls twice$/],
  ['tls=no', /^has the option tls, which must be true or false$/],
  ['gossipTimeout=5s', /^has the option gossipTimeout, which must be a whole number$/],
  ['nodePreference=best', /^has the option nodePreference, which must be leader or follower or/],
  ['tlsCAFile=/nowhere/ca.crt', /^has the option tlsCAFile, whose file \/nowhere\/ca.crt .*ENOENT/],
  ['userKeyFile=/nowhere', /^has the option userKeyFile, whose file \/nowhere cannot be read/],
  [`userCertFile=${import.meta.filename}`, /^has one of userCertFile and userKeyFile/],
  [`tls=false&tlsCaFile=${import.meta.filename}`, /^has the option tlsCAFile, .* with tls=false$/],
  ['connectionName=%zz', /^has a % in the option connectionName that begins no escape/],
  ['tls=false?keepAliveInterval=5', /^has a second question mark/],
])('%s is a fault that is named', (query, expected) => {
  expect(addressFault(address(query))).toMatch(expected)
})

test.each([
  ['eventstore://store', /^must be a URL that starts with esdb:\/\//],
  ['esdb://sarraf@store', /^has an @ without user and password/],
  ['esdb://sarraf:se:cret-word@store', /^has a special character in user or password/],
  ['esdb://sarraf:se@cret-word@store', /^has a special character in user or password/],
  ['esdb://sarraf:%secret-word@store', /^has a % in user or password/],
  ['esdb://[::1]:2113', /by an IPv6 address/],
  ['esdb://store:70000', /^has a host that is no name/],
  ['esdb://store:port', /^has a host that is no name/],
  ['esdb://', /^has a host that is no name/],
  ['esdb://a,,b', /^has a host that is no name/],
])('%s is no address', (url, expected) => {
  expect(addressFault(url)).toMatch(expected)
})

const strange = [':', '@', '/', '?', '&', '=', '%', '#', ',', '[', ']', 'a', '2', '+'] as const

test('what is wrong is said without the password', () =>
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30, unit: fc.constantFrom(...strange) }),
      fc.string({ maxLength: 30, unit: fc.constantFrom(...strange, 'tls') }),
      (password, rest) => {
        const said = addressFault(`esdb://sarraf:xyzzy${password}@store?${rest}`)
        expect(said ?? '').not.toContain('xyzzy')
      },
    ),
    { numRuns: 2000 },
  ))
