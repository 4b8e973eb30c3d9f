// The same picture by the GPU: lines are added up in a target of one channel, one pass gives them their tone, discs go on top. A frame is
// three draw calls; nothing is uploaded unless the choice of what is shown or the colours change.
const HEAD = "#version 300 es\nprecision highp float;uniform vec3 view;uniform vec2 size;uniform float width;";
// Width: of a line in device pixels. Grow: how much discs grow, and a device pixel.
const PLACE = "gl_Position=vec4(p/size*vec2(2,-2)+vec2(-1,1),0,1);}";
const LINE_SHADER = HEAD + "in vec4 ends;in float power;out float s;out float v;void main(){vec2 a=ends.xy*view.z+view.xy,b=ends.zw*view.z+view.xy,d=b-a,n=vec2(-d.y,d.x)/max(length(d),1e-4);s=(float(gl_VertexID>>1)*2.-1.)*(width*.5+1.);v=power;vec2 p=mix(a,b,float(gl_VertexID&1))+n*s;" + PLACE;
const LINE_COLOR = HEAD + "in float s;in float v;out vec4 c;void main(){c=vec4(clamp(width*.5+.5-abs(s),0.,1.)*v);}";
const TONE_SHADER = HEAD + "void main(){gl_Position=vec4(vec2(gl_VertexID&1,gl_VertexID>>1)*4.-1.,0,1);}";
const TONE_COLOR = HEAD + "uniform sampler2D field;uniform vec3 ink;uniform vec3 curve;out vec4 c;void main(){float a=curve.y*(1.-exp(-texelFetch(field,ivec2(gl_FragCoord.xy),0).r*15.9375*curve.x/curve.y))*curve.z;c=vec4(ink*a,a);}";
const DISC_SHADER = HEAD + "in vec3 disc;in vec4 paint;uniform vec2 grow;out vec2 q;out float r;out vec3 f;void main(){r=disc.z*grow.x;q=(vec2(gl_VertexID&1,gl_VertexID>>1)*2.-1.)*(r+grow.y+1.);f=paint.rgb;vec2 p=disc.xy*view.z+view.xy+q;" + PLACE;
const DISC_COLOR = HEAD + "in vec2 q;in float r;in vec3 f;uniform vec3 ground;uniform float faded;uniform vec2 grow;out vec4 c;void main(){float d=length(q),g=r>2.5*grow.y?grow.y:0.,i=clamp(r+.5-d,0.,1.),a=g>0.?clamp(r+g+.5-d,0.,1.):i*min(1.,2.*r);c=vec4(mix(ground,mix(f,ground,faded),g>0.?i:1.)*a,a);}";

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|software|basic render/i;

class WebGL {
  constructor(onLoss) {
    this.kind = "webgl2";
    this.isLive = true;
    const canvas = this.canvas = newCanvas();
    this.gl = canvas.getContext("webgl2", { alpha: true, antialias: false, depth: false, powerPreference: "high-performance" });
    if (!this.gl) throw Error();
    on(canvas, "webglcontextlost", event => { event.preventDefault(); this.isLost = true; onLoss(true); });
    on(canvas, "webglcontextrestored", () => {
      this.isLost = false;
      this.start();
      this.resize(this.w, this.h, this.ratio);
      this.setGraph(this.graph, this.choice, this.radii);
      this.setPaint(this.paint, this.colors);
      onLoss(false);
    });
    this.start();
  }

  // Whether pixels are computed by the processor: then our own rasteriser is faster.
  static isSoftware() {
    const gl = newCanvas().getContext("webgl2");
    if (!gl) return true;
    const info = gl.getExtension("WEBGL_debug_renderer_info"), name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    const lose = gl.getExtension("WEBGL_lose_context");
    if (lose) lose.loseContext();
    return SOFTWARE.test(name);
  }

  start() {
    const { gl } = this;
    this.lineProgram = this.program(LINE_SHADER, LINE_COLOR);
    this.toneProgram = this.program(TONE_SHADER, TONE_COLOR);
    this.discProgram = this.program(DISC_SHADER, DISC_COLOR);
    this.field = gl.createTexture(); this.target = gl.createFramebuffer();
    // What belongs together in a buffer: a run of floats, then floats or a colour's bytes.
    const set = (program, stride, first, count, second, rest, type) => {
      const array = gl.createVertexArray(), buffer = gl.createBuffer();
      gl.bindVertexArray(array); gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      const attribute = (name, parts, kind, offset) => {
        const at = gl.getAttribLocation(program.id, name);
        gl.enableVertexAttribArray(at);
        gl.vertexAttribPointer(at, parts, kind, true, stride, offset);
        gl.vertexAttribDivisor(at, 1);
      };
      attribute(first, count, gl.FLOAT, 0); attribute(second, rest, type, 4 * count);
      return { array, buffer };
    };
    this.lineSet = set(this.lineProgram, 20, "ends", 4, "power", 1, gl.FLOAT);
    this.discSet = set(this.discProgram, 16, "disc", 3, "paint", 4, gl.UNSIGNED_BYTE);
    gl.enable(gl.BLEND);
  }

  program(vertex, fragment) {
    const { gl } = this, id = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text); gl.compileShader(shader); gl.attachShader(id, shader);
    }
    gl.linkProgram(id);
    if (!gl.getProgramParameter(id, gl.LINK_STATUS) && !gl.isContextLost()) throw Error(gl.getProgramInfoLog(id));
    const known = new Map();
    return { id, at: name => known.get(name) ?? known.set(name, gl.getUniformLocation(id, name)).get(name) };
  }

  resize(w, h, ratio) {
    const { gl, canvas } = this;
    give(this, { w, h, ratio });
    canvas.width = max(1, round(w * ratio)); canvas.height = max(1, round(h * ratio));
    gl.bindTexture(gl.TEXTURE_2D, this.field);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, canvas.width, canvas.height, 0, gl.RED, gl.UNSIGNED_BYTE, null);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.field, 0);
  }

  setGraph(graph, choice, radii) {
    give(this, { graph, choice, radii });
    const { nodes, edges } = choice, lines = new Floats(edges.length * 5);
    edges.forEach((e, k) => {
      const a = graph.source[e], b = graph.sink[e];
      lines.set([graph.x[a], graph.y[a], graph.x[b], graph.y[b], 16 / 255 * strength(graph, e)], k * 5);
    });
    this.upload(this.lineSet, lines);
    this.drawn = { nodes: nodes.length, edges: edges.length };
  }

  // Hubs come last, on top.
  setPaint(paint, colors) {
    give(this, { paint, colors });
    const { graph, radii } = this, { nodes } = this.choice, discs = new Floats(nodes.length * 4), bytes = new Longs(discs.buffer);
    nodes.forEach((i, k) => {
      const at = (nodes.length - 1 - k) * 4;
      discs.set([graph.x[i], graph.y[i], radii[i]], at);
      bytes[at + 3] = packed(colors[i]);
    });
    this.upload(this.discSet, discs);
  }

  upload(set, data) { const { gl } = this; gl.bindBuffer(gl.ARRAY_BUFFER, set.buffer); gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW); }

  draw(view, fade) {
    if (this.isLost) return;
    const { gl, canvas, paint, ratio } = this, unit = color => color.map(value => value / 255);
    const use = program => {
      gl.useProgram(program.id);
      gl.uniform3f(program.at("view"), view.ox * ratio, view.oy * ratio, view.k * ratio);
      gl.uniform2f(program.at("size"), canvas.width, canvas.height);
    };
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target); gl.clear(gl.COLOR_BUFFER_BIT);
    gl.blendFunc(gl.ONE, gl.ONE);
    use(this.lineProgram); gl.uniform1f(this.lineProgram.at("width"), ratio >= 1.5 ? 2 : 1);
    gl.bindVertexArray(this.lineSet.array); gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.drawn.edges);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null); gl.clear(gl.COLOR_BUFFER_BIT);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(this.toneProgram.id); gl.bindTexture(gl.TEXTURE_2D, this.field);
    gl.uniform3fv(this.toneProgram.at("ink"), unit(paint.muted));
    gl.uniform3f(this.toneProgram.at("curve"), paint.single, paint.most, 1 - FADED * fade);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    use(this.discProgram);
    gl.uniform2f(this.discProgram.at("grow"), view.zoomOfDiscs() * ratio, ratio);
    gl.uniform3fv(this.discProgram.at("ground"), unit(paint.ground));
    gl.uniform1f(this.discProgram.at("faded"), FADED * fade);
    gl.bindVertexArray(this.discSet.array); gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.drawn.nodes);
  }

  dispose() {
    this.canvas.remove();
    const lose = this.gl.getExtension("WEBGL_lose_context");
    this.isLost = true;
    if (lose) lose.loseContext();
  }
}
