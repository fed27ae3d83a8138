// Buffers that shaders read as textures. WebGL 2 has none, so each becomes a texture with rows of 2,048 texels.
export const texelsPerRow = 2048;
const texture2d = 0x0DE1;

// By OpenGL's number of the format of a texel.
const texelFormats = {
  0x8814: { layout: 'RGBA', type: 'FLOAT', Values: Float32Array, count: 4 },
  0x822E: { layout: 'RED', type: 'FLOAT', Values: Float32Array, count: 1 },
  0x8D82: { layout: 'RGBA_INTEGER', type: 'INT', Values: Int32Array, count: 4 },
  0x8235: { layout: 'RED_INTEGER', type: 'INT', Values: Int32Array, count: 1 },
};

// In front of each shader: GLSL 3.30 as the renderer writes it is GLSL ES 3.00 but for these lines.
export const shaderPrelude = `#version 300 es
precision highp float; precision highp int; precision highp sampler2D; precision highp isampler2D;
`;
// Buffers are read by vertex shaders only, which read no other texture texel by texel.
export const vertexPrelude = `${shaderPrelude}
#define samplerBuffer sampler2D
#define isamplerBuffer isampler2D
#define texelFetch(s, i) texelFetch(s, ivec2((i) & ${texelsPerRow - 1}, (i) >> 11), 0)
`;

export class TexelBuffer {
  constructor() {
    this.version = 0; // of `bytes`
  }
  resize(size) {
    this.bytes = new Uint8Array(Math.ceil(size / 16) * 16);
    this.version++;
  }
  write(offset, bytes) {
    this.bytes.set(bytes, offset);
    this.version++;
  }
}

// The texture that shows a buffer. `texture.gl` must be bound to TEXTURE_2D.
export function showTexels(gl, texture, buffer, format) {
  Object.assign(texture, { buffer, format, shown: -1, height: 0 });
  buffer.texture = texture;
  gl.texParameteri(texture2d, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(texture2d, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
}

export function reserveTexels(gl, texture, texelCount) {
  const { layout, type } = texelFormats[texture.format], height = Math.max(1, Math.ceil(texelCount / texelsPerRow));
  if (height > gl.getParameter(gl.MAX_TEXTURE_SIZE))
    throw new Error(`a scene with ${texelCount} values of one kind is too large for this browser's WebGL`);
  if (texture.height === height) return;
  gl.texImage2D(texture2d, 0, texture.format, texelsPerRow, height, 0, gl[layout], gl[type], null);
  texture.height = height;
}

// Brings a bound texture up to date with its buffer.
export function updateTexels(gl, texture) {
  const { buffer } = texture;
  if (buffer.version === texture.shown) return;
  const { layout, type, Values, count } = texelFormats[texture.format];
  const values = new Values(buffer.bytes.buffer), texelCount = values.length / count;
  const rows = Math.floor(texelCount / texelsPerRow), rest = texelCount - rows * texelsPerRow;
  reserveTexels(gl, texture, texelCount);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
  if (rows > 0) gl.texSubImage2D(texture2d, 0, 0, 0, texelsPerRow, rows, gl[layout], gl[type], values, 0);
  if (rest > 0)
    gl.texSubImage2D(texture2d, 0, 0, rows, rest, 1, gl[layout], gl[type], values, rows * texelsPerRow * count);
  texture.shown = buffer.version;
}
