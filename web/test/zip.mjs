// Makes zip archives, also ones that no tool would make.
import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. `size` and `crc` are what the archive says, if not the truth. */
function parts({ name, data = '', deflate = false, mode = 0o100644, size, crc }, offset) {
  const bytes = Buffer.from(data);
  const content = deflate ? deflateRawSync(bytes) : bytes;
  const path = Buffer.from(name);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0); // version
  head.writeUInt16LE(0x800, 2); // the name is UTF-8
  head.writeUInt16LE(deflate ? 8 : 0, 4);
  head.writeUInt32LE(0x21 << 16, 6); // 1 January 1980
  head.writeUInt32LE(crc ?? crc32(bytes), 10);
  head.writeUInt32LE(content.length, 14);
  head.writeUInt32LE(size ?? bytes.length, 18);
  head.writeUInt16LE(path.length, 22);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(mode * 0x10000, 6);
  rest.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), head, path, content]),
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), head, rest, path]),
  };
}

export function makeZip(files) {
  const locals = [];
  const centrals = [];
  let offset = 0;
  for (const file of files) {
    const { local, central } = parts(file, offset);
    locals.push(local);
    centrals.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}
