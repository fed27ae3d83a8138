// Brings a finished picture onto the canvas: encodes its linear colours, and enlarges one that is drawn coarser.
const triangleAll = `#version 300 es
out vec2 place;
void main()
{
    place = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}`;

const encodeColour = `#version 300 es
precision highp float;
uniform sampler2D picture;
in vec2 place;
out vec4 colour;
void main()
{
    vec3 linear = texture(picture, place).rgb;
    bvec3 isDark = lessThan(linear, vec3(0.0031308));
    colour = vec4(mix(1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, 12.92 * linear, isDark), 1.0);
}`;

export class Presenter {
  constructor(gl) {
    this.gl = gl;
    this.program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, triangleAll], [gl.FRAGMENT_SHADER, encodeColour]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(this.program);
    this.sampler = gl.createSampler();
    gl.samplerParameteri(this.sampler, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.samplerParameteri(this.sampler, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  }
  show(texture) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.disable(gl.DEPTH_TEST);
    gl.useProgram(this.program);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.bindSampler(0, this.sampler);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindSampler(0, null);
  }
}
