/** The document as an integrator sends it on: with a number, and with a signature in its place. */
export const asSent = (xml: string): string =>
  xml
    .replace(/(<cbc:ID>[A-Z0-9]{7})000000000</, '$1000000001<')
    .replace(
      '<ext:ExtensionContent></ext:ExtensionContent>',
      `<ext:ExtensionContent>${SIGNED}</ext:ExtensionContent>`,
    )
    .replace('<cac:AccountingSupplierParty>', `${SIGNATORY}<cac:AccountingSupplierParty>`)

const SIGNATORY = `<cac:Signature><cbc:ID schemeID="VKN_TCKN">4840847211</cbc:ID><cac:SignatoryParty>
  <cac:PartyIdentification><cbc:ID schemeID="VKN">4840847211</cbc:ID></cac:PartyIdentification>
  <cac:PostalAddress><cbc:CitySubdivisionName>Fatih</cbc:CitySubdivisionName><cbc:CityName>İstanbul</cbc:CityName>
  <cac:Country><cbc:Name>Türkiye</cbc:Name></cac:Country></cac:PostalAddress></cac:SignatoryParty>
  <cac:DigitalSignatureAttachment><cac:ExternalReference><cbc:URI>#S</cbc:URI></cac:ExternalReference></cac:DigitalSignatureAttachment>
  </cac:Signature>`

const digest = (uri: string) => `<ds:Reference URI="${uri}"><ds:Transforms>
  <ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></ds:Transforms>
  <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AA==</ds:DigestValue></ds:Reference>`

/** Of the form that the rules ask for; it signs nothing. */
const SIGNED = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Id="S">
  <ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>
  <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>${digest('')}</ds:SignedInfo>
  <ds:SignatureValue>AA==</ds:SignatureValue>
  <ds:KeyInfo><ds:X509Data><ds:X509SubjectName>CN=X</ds:X509SubjectName><ds:X509Certificate>AA==</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
  <ds:Object><xades:QualifyingProperties Target="#S"><xades:SignedProperties><xades:SignedSignatureProperties>
  <xades:SigningTime>2026-11-20T14:30:00Z</xades:SigningTime>
  <xades:SigningCertificate><xades:Cert><xades:CertDigest><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
  <ds:DigestValue>AA==</ds:DigestValue></xades:CertDigest><xades:IssuerSerial><ds:X509IssuerName>CN=X</ds:X509IssuerName>
  <ds:X509SerialNumber>1</ds:X509SerialNumber></xades:IssuerSerial></xades:Cert></xades:SigningCertificate>
  </xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties></ds:Object></ds:Signature>`
