import { expect, test } from 'vitest'
import { publicAddressOf } from '#kernel/platform/http/checked-address.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fd00::1]',
  '[ff02::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::7f00:1]',
  '[::127.0.0.1]',
  '[::169.254.169.254]',
  '[100::1]',
  '[100:0:0:1::1]',
  '[4000::1]',
  // Of platforms: Azure, Alibaba, OCI, AWS, Google, IBM, Equinix, Scaleway
  '168.63.129.16',
  '[::ffff:168.63.129.16]',
  '100.100.100.200',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '199.36.153.8',
  '161.26.0.10',
  '166.9.10.1',
  '192.80.8.124',
  '[fd00:42::42]',
  // Of the registries of special purposes
  '192.0.2.1',
  '192.88.99.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '198.51.100.1',
  '203.0.113.1',
  '240.0.0.1',
  '[64:ff9b:1::a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[2001:0:a9fe:a9fe::]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:db8::1]',
  '[2002:a9fe:a9fe::1]',
  '[2620:4f:8000::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[fec0::1]',
  '[::ffff:0:169.254.169.254]',
  '[2606:2800::5efe:10.0.0.1]',
  '[2606:2800::200:5efe:a9fe:a9fe]',
])('an endpoint at %s is refused', async (host) => {
  await expect(publicAddressOf(host)).rejects.toThrow('private network')
})

test.each([
  ['93.184.215.14', '93.184.215.14', 4],
  ['168.63.129.17', '168.63.129.17', 4],
  ['[2606:2800:21f:cb07:6820:80da:af6b:8b2c]', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', 6],
] as const)('an endpoint at %s is called there', async (host, address, family) => {
  expect(await publicAddressOf(host)).toEqual({ address, family })
})

test('a name is resolved once, and one private address among its addresses is too many', async () => {
  const asked: string[] = []
  const resolve = (addresses: readonly string[]) => async (name: string) => {
    asked.push(name)
    return addresses
  }

  expect(await publicAddressOf('hooks.example', resolve(['93.184.215.14']))).toEqual({
    address: '93.184.215.14',
    family: 4,
  })
  await expect(
    publicAddressOf('hooks.example', resolve(['93.184.215.14', '10.0.0.1'])),
  ).rejects.toThrow('private network')
  await expect(publicAddressOf('hooks.example', resolve([]))).rejects.toThrow('no address')
  expect(asked).toEqual(['hooks.example', 'hooks.example', 'hooks.example'])
})

test.each(['http://2130706433/', 'http://0x7f.1/', 'http://127.1/', 'http://0177.0.0.1/'])(
  '%s is an address of this machine in another spelling',
  async (url) => {
    await expect(publicAddressOf(new URL(url).hostname)).rejects.toThrow('private network')
  },
)
