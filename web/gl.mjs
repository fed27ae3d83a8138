// OpenGL 3.3, as the renderer of the window calls it (glad/gl.h), on WebGL 2.
import { Capture, prepareCapture } from './gl_capture.mjs';
import { Presenter } from './gl_present.mjs';
import { shaderPrelude, showTexels, TexelBuffer, updateTexels, vertexPrelude } from './gl_texels.mjs';

const glNumbers = {
  textureBuffer: 0x8C2A, texture2d: 0x0DE1, depthClamp: 0x864F, framebufferSrgb: 0x8DB9, rasterizerDiscard: 0x8C89,
  depthTest: 0x0B71, contextFlags: 0x821E,
};

export const contextOptions = { alpha: false, antialias: false, depth: false, powerPreference: 'high-performance' };

// Objects have numbers in C. A context is attached when there is a canvas, and again when it was lost.
export class WebGl {
  constructor(memoryOf) {
    this.memoryOf = memoryOf;
    this.objects = [null];
    this.free = [];
  }
  attach(gl) {
    this.gl = gl;
    this.hasFloatTargets = gl.getExtension('EXT_color_buffer_float') !== null;
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    this.isProcessor = /swiftshader|llvmpipe|software|basic render/i.test(
      gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    this.hasDepthClamp = gl.getExtension('EXT_depth_clamp') !== null;
    this.capture = new Capture(gl);
    this.presenter = new Presenter(gl);
    this.objects = [null];
    this.free = [];
    this.bound = { texels: null, feedback: null, framebuffer: null };
    this.units = new Map(); // the texture of each unit that was bound last
    this.unit = gl.TEXTURE0;
    this.program = null;
    this.isCapturing = false;
    this.viewport = [0, 0, 1, 1];
  }
  add(object) {
    const number = this.free.pop() ?? this.objects.length;
    this.objects[number] = object;
    return number;
  }
  // The picture in one of the renderer's framebuffers, onto the canvas.
  present(framebuffer) {
    this.presenter.show(this.objects[framebuffer].colour.gl);
    this.gl.activeTexture(this.unit);
  }

  bytes(at, size) { return new Uint8Array(this.memoryOf().buffer, at, size); }
  numbers(at, count) { return new Uint32Array(this.memoryOf().buffer, at, count); }
  text(at) {
    const all = new Uint8Array(this.memoryOf().buffer);
    return new TextDecoder().decode(all.slice(at, all.indexOf(0, at)));
  }
  putText(at, size, text) {
    const bytes = new TextEncoder().encode(text ?? '').subarray(0, size - 1);
    this.bytes(at, size).set([...bytes, 0]);
  }
  make(count, at, create) {
    for (let i = 0; i < count; i++) {
      const number = this.add(create());
      this.numbers(at, count)[i] = number;
    }
  }
  // Numbers of a context that was lost mean nothing any more.
  drop(count, at, remove) {
    for (const number of this.numbers(at, count)) {
      const object = this.objects[number];
      if (!object) continue;
      remove(object);
      this.objects[number] = undefined;
      this.free.push(number);
    }
  }
  // An error thrown through the module would leave it amid a call: `takeProblem` has it after the call.
  functions() {
    const all = {
      ...bufferFunctions(this), ...textureFunctions(this), ...targetFunctions(this),
      ...programFunctions(this), ...stateFunctions(this),
    };
    const guarded = use => (...values) => {
      try {
        return use(...values);
      } catch (error) {
        this.problem ??= error;
        return 0;
      }
    };
    return Object.fromEntries(Object.entries(all).map(([name, use]) => [name, guarded(use)]));
  }
  takeProblem() {
    const { problem } = this;
    this.problem = null;
    return problem;
  }
}

function bufferFunctions(web) {
  const isTexels = target => target === glNumbers.textureBuffer;
  const copyOf = (at, size) => web.bytes(at, size).slice();
  return {
    glGenBuffers: (count, at) => web.make(count, at, () => ({ texels: new TexelBuffer(), gl: null })),
    glDeleteBuffers: (count, at) => web.drop(count, at, buffer => web.gl.deleteBuffer(buffer.gl)),
    glBindBuffer: (target, number) => {
      const buffer = web.objects[number];
      if (isTexels(target)) web.bound.texels = buffer?.texels;
      else web.gl.bindBuffer(target, buffer ? (buffer.gl ??= web.gl.createBuffer()) : null);
    },
    glBindBufferBase: (target, place, number) => {
      if (target === web.gl.TRANSFORM_FEEDBACK_BUFFER) web.bound.feedback = web.objects[number]?.texels;
      else web.gl.bindBufferBase(target, place, web.objects[number]?.gl ?? null);
    },
    glBufferData: (target, size, at, usage) => {
      if (!isTexels(target)) return web.gl.bufferData(target, at ? copyOf(at, size) : size, usage);
      web.bound.texels.resize(size);
      if (at) web.bound.texels.write(0, web.bytes(at, size));
    },
    glBufferSubData: (target, offset, size, at) => {
      if (isTexels(target)) web.bound.texels.write(offset, web.bytes(at, size));
      else web.gl.bufferSubData(target, offset, copyOf(at, size));
    },
    glGetBufferSubData: (target, offset, size, at) =>
      web.bytes(at, size).set(web.bound.texels.bytes.subarray(offset, offset + size)),
    glBeginTransformFeedback: () => { web.isCapturing = true; },
    glEndTransformFeedback: () => { web.isCapturing = false; },
  };
}

function textureFunctions(web) {
  return {
    glGenTextures: (count, at) => web.make(count, at, () => ({ gl: web.gl.createTexture() })),
    glDeleteTextures: (count, at) => web.drop(count, at, texture => web.gl.deleteTexture(texture.gl)),
    glActiveTexture: unit => {
      web.unit = unit;
      web.gl.activeTexture(unit);
    },
    glBindTexture: (target, number) => {
      const texture = web.objects[number] ?? null;
      web.units.set(web.unit, texture);
      web.gl.bindTexture(glNumbers.texture2d, texture?.gl ?? null);
      if (texture?.buffer) updateTexels(web.gl, texture);
    },
    glTexBuffer: (target, format, number) =>
      showTexels(web.gl, web.units.get(web.unit), web.objects[number].texels, format),
    glTexImage2D: (target, level, format, width, height, border, layout, type, at) =>
      web.gl.texImage2D(target, level, format, width, height, border, layout, type,
        at ? web.bytes(at, 4 * width * height).slice() : null),
    glTexParameteri: (target, name, value) => web.gl.texParameteri(target, name, value),
    glPixelStorei: (name, value) => web.gl.pixelStorei(name, value),
    glGenerateMipmap: target => web.gl.generateMipmap(target),
  };
}

function targetFunctions(web) {
  const bind = (target, number) => {
    web.bound.framebuffer = web.objects[number] ?? null;
    web.gl.bindFramebuffer(target, web.bound.framebuffer?.gl ?? null);
  };
  return {
    glGenFramebuffers: (count, at) => web.make(count, at, () => ({ gl: web.gl.createFramebuffer() })),
    glDeleteFramebuffers: (count, at) => web.drop(count, at, target => web.gl.deleteFramebuffer(target.gl)),
    glBindFramebuffer: bind,
    glFramebufferTexture2D: (target, attachment, textureTarget, number, level) => {
      const texture = web.objects[number];
      web.gl.framebufferTexture2D(target, attachment, textureTarget, texture.gl, level);
      if (attachment === web.gl.COLOR_ATTACHMENT0) web.bound.framebuffer.colour = texture;
    },
    glCheckFramebufferStatus: target => web.gl.checkFramebufferStatus(target),
    glGenRenderbuffers: (count, at) => web.make(count, at, () => web.gl.createRenderbuffer()),
    glDeleteRenderbuffers: (count, at) => web.drop(count, at, buffer => web.gl.deleteRenderbuffer(buffer)),
    glBindRenderbuffer: (target, number) => web.gl.bindRenderbuffer(target, web.objects[number] ?? null),
    glRenderbufferStorageMultisample: (...values) => web.gl.renderbufferStorageMultisample(...values),
    glFramebufferRenderbuffer: (target, attachment, kind, number) =>
      web.gl.framebufferRenderbuffer(target, attachment, kind, web.objects[number]),
    glBlitFramebuffer: (...values) => web.gl.blitFramebuffer(...values),
    glDrawBuffer: buffer => web.gl.drawBuffers([buffer]),
    glDrawBuffers: (count, at) => web.gl.drawBuffers([...web.numbers(at, count)]),
    glReadBuffer: buffer => web.gl.readBuffer(buffer),
  };
}

function programFunctions(web) {
  const gl = () => web.gl, object = number => web.objects[number];
  const uniform = (location, use) => location > 0 && use(object(location));
  const putNumber = (at, value) => { web.numbers(at, 1)[0] = Number(value); };
  function locate(program, name) {
    if (!program.locations.has(name)) {
      const location = gl().getUniformLocation(program.gl, name);
      program.locations.set(name, location === null ? -1 : web.add(location));
    }
    return program.locations.get(name);
  }
  function link(program) {
    if (program.captured) prepareCapture(gl(), program.gl, program.vertex, program.captured, web.hasFloatTargets);
    gl().linkProgram(program.gl);
  }
  return {
    glCreateShader: kind =>
      web.add({ gl: gl().createShader(kind), prelude: kind === gl().VERTEX_SHADER ? vertexPrelude : shaderPrelude }),
    glShaderSource: (shader, count, texts) => {
      const text = web.text(web.numbers(texts, 1)[0]).replace(/^#version .*\n/, '');
      gl().shaderSource(object(shader).gl, object(shader).prelude + text);
    },
    glCompileShader: shader => gl().compileShader(object(shader).gl),
    glGetShaderiv: (shader, name, at) => putNumber(at, gl().getShaderParameter(object(shader).gl, name)),
    glGetShaderInfoLog: (shader, size, length, at) => web.putText(at, size, gl().getShaderInfoLog(object(shader).gl)),
    glDeleteShader: shader => object(shader) && gl().deleteShader(object(shader).gl),
    glCreateProgram: () => web.add({ gl: gl().createProgram(), locations: new Map() }),
    glAttachShader: (program, shader) => {
      object(program).vertex ??= object(shader).gl;
      gl().attachShader(object(program).gl, object(shader).gl);
    },
    glTransformFeedbackVaryings: (program, count, names) => {
      object(program).captured = [...web.numbers(names, count)].map(at => web.text(at));
    },
    glLinkProgram: program => link(object(program)),
    glGetProgramiv: (program, name, at) => putNumber(at, gl().getProgramParameter(object(program).gl, name)),
    glGetProgramInfoLog: (program, size, length, at) =>
      web.putText(at, size, gl().getProgramInfoLog(object(program).gl)),
    glDeleteProgram: program => object(program) && gl().deleteProgram(object(program).gl),
    glUseProgram: program => {
      web.program = object(program);
      gl().useProgram(web.program?.gl ?? null);
    },
    glGetUniformBlockIndex: (program, name) => gl().getUniformBlockIndex(object(program).gl, web.text(name)),
    glUniformBlockBinding: (program, block, place) => gl().uniformBlockBinding(object(program).gl, block, place),
    glGetUniformLocation: (program, name) => locate(object(program), web.text(name)),
    glUniform1i: (location, value) => uniform(location, place => gl().uniform1i(place, value)),
    glUniform1f: (location, value) => uniform(location, place => gl().uniform1f(place, value)),
    glUniformMatrix4fv: (location, count, transposed, at) =>
      uniform(location,
        place => gl().uniformMatrix4fv(place, !!transposed, new Float32Array(web.memoryOf().buffer, at, 16 * count))),
  };
}

// Always on or not there: sRGB targets encode. Capturing discards by itself.
function stateFunctions(web) {
  const without = new Set([glNumbers.framebufferSrgb, glNumbers.rasterizerDiscard]);
  const switches = what => !without.has(what) && (what !== glNumbers.depthClamp || web.hasDepthClamp);
  function capture(count) {
    const { gl } = web, hasDepth = gl.isEnabled(glNumbers.depthTest);
    gl.disable(glNumbers.depthTest);
    web.capture.run(web.program, web.bound.feedback, count, web.hasFloatTargets);
    if (hasDepth) gl.enable(glNumbers.depthTest);
    gl.activeTexture(web.unit);
    gl.bindFramebuffer(gl.FRAMEBUFFER, web.bound.framebuffer?.gl ?? null);
    gl.viewport(...web.viewport);
  }
  return {
    glEnable: what => switches(what) && web.gl.enable(what),
    glDisable: what => switches(what) && web.gl.disable(what),
    glIsEnabled: what => web.gl.isEnabled(what),
    glGetIntegerv: (name, at) => {
      web.numbers(at, 1)[0] = name === glNumbers.contextFlags ? 0 : web.gl.getParameter(name);
    },
    glGenVertexArrays: (count, at) => web.make(count, at, () => web.gl.createVertexArray()),
    glDeleteVertexArrays: (count, at) => web.drop(count, at, array => web.gl.deleteVertexArray(array)),
    glBindVertexArray: number => web.gl.bindVertexArray(web.objects[number] ?? null),
    glViewport: (...box) => {
      web.viewport = box;
      web.gl.viewport(...box);
    },
    glClear: what => web.gl.clear(what),
    glClearColor: (...colour) => web.gl.clearColor(...colour),
    glBlendFunc: (source, target) => web.gl.blendFunc(source, target),
    glCullFace: side => web.gl.cullFace(side),
    glDepthFunc: test => web.gl.depthFunc(test),
    glDepthMask: isWritten => web.gl.depthMask(!!isWritten),
    glPolygonOffset: (factor, units) => web.gl.polygonOffset(factor, units),
    glDrawArrays: (kind, first, count) => (web.isCapturing ? capture(count) : web.gl.drawArrays(kind, first, count)),
    glFinish: () => {},
    glFenceSync: () => 1,
    glClientWaitSync: () => 0x911A, // already done
    glDeleteSync: () => {},
  };
}
