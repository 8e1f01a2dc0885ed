import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { archiveOf, workbookOf } from '#test/support/workbook.ts'
import { readWhole } from '../files.ts'

const refusal = async (content: string | Buffer) => {
  const { entries, faults } = await readWhole(content)
  expect([entries, faults.length]).toEqual([[], 1])
  return faults[0]
}

test.each([
  [
    'sdn.csv',
    '1,"KURGU LTD.",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n',
    'us_ofac_sdn',
  ],
  [
    'sdn.csv',
    '2,"KURGU, Ali","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1962."\r\n',
    'us_ofac_sdn',
  ],
  ['alt.csv', '1,12,"aka","KURGU-ÖRNEK",-0- \r\n', 'us_ofac_sdn'],
  ['add.csv', '1,25,-0- ,"Havana","Cuba",-0- \r\n', 'us_ofac_sdn'],
  [
    'csl.csv',
    'source,entity_number,type,programs,name,title\r\nx,1,Individual,X,Ali Kurgu,\r\n',
    'us_trade_csl',
  ],
  [
    'EU CSV',
    '\uFEFFfileGenerationDate;Entity_LogicalId;Entity_Remark\r\n2026-01-01;13;x\r\n',
    'eu_fsf',
  ],
  [
    'ConList.csv',
    'Last Updated,25/11/2026\r\nName 6,Name 1,Title,Group Type\r\nKURGU,Ali,,Individual\r\n',
    'gb_fcdo',
  ],
  [
    'UK CSV',
    'Report Date: 25-Nov-2026\r\nLast Updated,Unique ID,OFSI Group ID\r\n1,AFG0001,1\r\n',
    'gb_fcdo',
  ],
  [
    'sdn.xml',
    '<?xml version="1.0"?><!-- x --><sdnList xmlns="http://tempuri.org/sdnList.xsd"/>',
    'us_ofac_sdn',
  ],
  ['sdn_advanced.xml', '<Sanctions xmlns="http://www.un.org/sanctions/1.0"/>', 'us_ofac_sdn'],
  [
    'EU XML',
    '<export xmlns="http://eu.europa.ec/fpi/fsd/export"><sanctionEntity/></export>',
    'eu_fsf',
  ],
  ['UK XML', '<Designations><Designation/></Designations>', 'gb_fcdo'],
  ['SECO', '<swiss-sanctions-list date="2026-11-25"/>', 'ch_seco'],
])('%s is named, with the way to get the list', async (_, content, dataset) => {
  const told = await refusal(content)
  expect(told).toContain('take targets.simple.csv from https://www.opensanctions.org/datasets/')
  expect(told).toContain(dataset)
})

test.each([
  ['a web page', '<!DOCTYPE html>\n<html><body>404</body></html>', 'is a web page'],
  [
    'an error message',
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    'is an error message',
  ],
  ['JSON', '{"status": 404}', 'is JSON'],
  [
    'FtM JSON',
    '{"id":"x","schema":"Person","properties":{"name":["Ali Kurgu"]}}\n',
    'targets.simple.csv',
  ],
  ['XML of others', '<rows><row/></rows>', 'begins with <rows>'],
  [
    'Excel 2003',
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
    'Excel 2003',
  ],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'is a PDF'],
  ['gzip', gzipSync('id,name\n1,Ali Kurgu\n'), 'unpack it first'],
  ['a broken archive', Buffer.from('PK\x03\x04 and nothing else'), 'damaged archive'],
  ['.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), '.xlsx'],
  [
    'a workbook with a password',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
    'with a password',
  ],
])('%s is named, with a cure', async (_, content, said) => {
  expect(await refusal(content)).toContain(said)
})

test.each([
  [{ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }, '.ods'],
  [{ 'word/document.xml': '<x/>' }, '.docx'],
  [{ 'xl/workbook.bin': 'x' }, '.xlsb'],
  [{ 'list.csv': 'id,name\n' }, 'unpack it first'],
])('an archive that is no workbook we read, %j, is named', async (parts, said) => {
  expect(await refusal(await archiveOf(parts))).toContain(said)
})

test('a workbook of another publisher is named', async () => {
  const rows = [
    ['Reference', 'Name of Individual or Entity', 'Type'],
    ['1', 'Ali Kurgu', 'Individual'],
  ]
  expect(await refusal(await workbookOf([{ rows }]))).toContain('au_dfat_sanctions')
  expect(await refusal(await workbookOf([{ rows: [['merhaba']] }]))).toContain('headings')
})
