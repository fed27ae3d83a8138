// What a vertex shader writes for later shaders. OpenGL captures it in a buffer, from which browsers would copy it by
// way of the processor. So each value is drawn, as a point, into the texture that later shaders read; where float
// textures cannot be drawn to, as on some phones, it is captured and copied after all.
import { reserveTexels, shaderPrelude, texelsPerRow } from './gl_texels.mjs';

const pointMain = count => `
uniform int webOutput, webHeight;
void main()
{
    webMain();
    int k = gl_VertexID * ${count} + webOutput;
    vec2 texel = vec2(k & ${texelsPerRow - 1}, k / ${texelsPerRow});
    gl_Position = vec4((texel + 0.5) / vec2(${texelsPerRow}, webHeight) * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}`;

const pointColour = names => `${shaderPrelude}
${names.map(name => `in vec4 ${name};`).join(' ')}
uniform int webOutput;
out vec4 webColour;
void main() {
    webColour = ${names.slice(1).map((name, i) => `webOutput == ${i + 1} ? ${name} : `).join('')}${names[0]};
}`;

function addFragmentShader(gl, program, text) {
  const shader = gl.createShader(gl.FRAGMENT_SHADER);
  gl.shaderSource(shader, text);
  gl.compileShader(shader);
  gl.attachShader(program, shader);
  gl.deleteShader(shader);
}

// Before linking: `vertex` writes `names`, four floats each.
export function prepareCapture(gl, program, vertex, names, byPoints) {
  if (!byPoints) {
    addFragmentShader(gl, program, `${shaderPrelude}out vec4 webColour; void main() { webColour = vec4(0.0); }`);
    gl.transformFeedbackVaryings(program, names, gl.INTERLEAVED_ATTRIBS);
    return;
  }
  gl.shaderSource(vertex,
    gl.getShaderSource(vertex).replace('void main()', 'void webMain()') + pointMain(names.length));
  gl.compileShader(vertex);
  addFragmentShader(gl, program, pointColour(names));
}

// Runs `program` for `count` points, and writes its outputs into the texture of `buffer`.
export class Capture {
  constructor(gl) {
    this.gl = gl;
    this.framebuffer = gl.createFramebuffer();
    this.feedback = gl.createBuffer();
    this.room = 0; // of `feedback`, bytes
  }
  run(program, buffer, count, byPoints) {
    const { gl } = this, { texture } = buffer, outputs = program.captured.length;
    gl.activeTexture(gl.TEXTURE31); // of no other use
    gl.bindTexture(gl.TEXTURE_2D, texture.gl);
    reserveTexels(gl, texture, count * outputs);
    texture.shown = buffer.version;
    if (byPoints) this.drawPoints(program, texture, outputs, count);
    else this.captureAndCopy(texture, outputs, count);
    gl.bindTexture(gl.TEXTURE_2D, null);
  }
  drawPoints(program, texture, outputs, count) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture.gl, 0);
    gl.viewport(0, 0, texelsPerRow, texture.height);
    gl.uniform1i(gl.getUniformLocation(program.gl, 'webHeight'), texture.height);
    for (let k = 0; k < outputs; k++) {
      gl.uniform1i(gl.getUniformLocation(program.gl, 'webOutput'), k);
      gl.drawArrays(gl.POINTS, 0, count);
    }
  }
  captureAndCopy(texture, outputs, count) {
    const { gl } = this, bytes = 16 * texelsPerRow * texture.height;
    if (this.room < bytes) {
      gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, this.feedback);
      gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, bytes, gl.DYNAMIC_COPY);
      gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, null);
      this.room = bytes;
    }
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, this.feedback);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, count);
    gl.endTransformFeedback();
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, this.feedback);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, texelsPerRow, texture.height, gl.RGBA, gl.FLOAT, 0);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
  }
}
