const table = new Uint32Array(256).map((_, i) => {
  let crc = i;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 of an ASCII text as 8 hexadecimal digits. */
export function crc32(text) {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) crc = (crc >>> 8) ^ table[(crc ^ text.charCodeAt(i)) & 255];
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}
