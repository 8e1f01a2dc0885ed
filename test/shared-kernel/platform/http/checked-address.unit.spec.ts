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
])('an endpoint at %s is refused', async (host) => {
  await expect(publicAddressOf(host)).rejects.toThrow('private network')
})

test.each([
  ['93.184.215.14', '93.184.215.14', 4],
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
