import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { archiveOf, workbookOf } from '#test/support/workbook.ts'
import { readWhole } from '../files.ts'

const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

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
  ['sdn.pip', '36@KURGU AIRLINES@-0- @CUBA@-0- @-0- \r\n', 'us_ofac_sdn'],
  ['sdn.csv with semicolons', '36;"KURGU AIRLINES";-0- ;"CUBA";-0- \r\n', 'us_ofac_sdn'],
  ['sdn.del', '36,"KURGU AIRLINES","","CUBA","","","",""\r\n', 'us_ofac_sdn'],
  ['sdn.csv in UTF-16', wide('36,"KURGU AIRLINES",-0- ,"CUBA",-0- \r\n'), 'us_ofac_sdn'],
  ['sdn_comments.csv', '36,"DOB 1962; (Linked To: KURGU)."\r\n', 'us_ofac_sdn'],
  [
    'sdnlist.txt',
    'OFFICE OF FOREIGN ASSETS CONTROL\r\n\r\nSPECIALLY DESIGNATED NATIONALS\r\n',
    'us_ofac_cons',
  ],
  [
    'cons_prim.csv',
    '\uFEFF9639,"KURGU, Ali","individual","NS-PLC",-0- ,-0- ,"DOB 1964."\r\n',
    'us_ofac_cons',
  ],
  [
    'consolidated.xml',
    wide('<?xml version="1.0" encoding="utf-16"?><sdnList xmlns="x"/>'),
    'us_ofac_cons',
  ],
  ['sdn_enhanced.xml', '<?xml version="1.0"?><sanctionsData xmlns="x"/>', 'us_ofac_sdn'],
  ['sdn_advanced.xml with a prefix', '<s:Sanctions xmlns:s="x"/>', 'us_ofac_sdn'],
  ['CSL JSON', '{"results":[{"source":"X","name":"Kurgu"}]}', 'us_trade_csl'],
  ['EU CSV with commas', 'fileGenerationDate,Entity_LogicalId\r\n2026,13\r\n', 'eu_fsf'],
  ['EU CSV in UTF-16', wide('fileGenerationDate;Entity_LogicalId\r\n2026;13\r\n'), 'eu_fsf'],
  ['EU XML 1.0', '\uFEFF<?xml version="1.0"?><WHOLE Date="2026-01-01"/>', 'eu_fsf'],
  ['EU XML with a prefix', '<ns2:export xmlns:ns2="x"/>', 'eu_fsf'],
  ['ConList.csv with semicolons', 'Last Updated;25/11/2026\r\nName 6;Name 1\r\n', 'gb_fcdo'],
  ['ConList.csv in UTF-16', wide('Last Updated,25/11/2026\r\nName 6,Name 1\r\n'), 'gb_fcdo'],
  ['ConList.txt', 'Last Updated: 25/11/2026\r\nName 6;Name 1\r\n', 'gb_fcdo'],
  ['ConList.xml', '<ArrayOfFinancialSanctionsTarget xmlns:xsi="x"/>', 'gb_fcdo'],
  [
    'UK-Sanctions-List.csv',
    '"Last Updated","Unique ID","OFSI Group ID","UN Reference Number"\r\n"1","2","3","4"\r\n',
    'gb_fcdo',
  ],
  [
    'Canada',
    '<data-set><record><Country-Pays>x</Country-Pays></record></data-set>',
    'ca_dfatd_sema',
  ],
  ['Canada CSV', 'Country,LastName,GivenName,DateOfBirth,Aliases\r\nx,y,z,1,2\r\n', 'ca_dfatd'],
  ['France', '{"Publications":{"PublicationDetail":[]}}', 'fr_tresor'],
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
  [
    'targets.nested.json',
    '{"id":"Q1","caption":"Ali Kurgu","schema":"Person","properties":{"name":["Ali Kurgu"]}}\n',
    'OpenSanctions as JSON; take its targets.simple.csv',
  ],
  ['senzing.json', '{"DATA_SOURCE":"X","RECORD_ID":"1"}\n', 'targets.simple.csv'],
  ['index.json', '{"resources":[{"name":"targets.simple.csv"}]}', 'targets.simple.csv'],
  ['statements.csv', 'canonical_id,entity_id,prop,value\nx,x,name,Ali\n', 'targets.simple.csv'],
  ['securities.csv', 'caption,lei,isins\nKurgu,1,2\n', 'targets.simple.csv'],
  ['the UN as JSON', '{"CONSOLIDATED_LIST":{}}', 'take it as XML'],
  ['a sign-in page', '\r\n<!-- x -->\n<!DOCTYPE html PUBLIC "x" "y">\n<html/>', 'is a web page'],
  ['an XHTML page', '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html/>', 'is a web page'],
  ['a page in UTF-16', wide('<html><body>404</body></html>'), 'is a web page'],
  ['Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n', 'Git LFS'],
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
