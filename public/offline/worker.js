// The service worker. What is kept lies in one cache a build: the frame, and what was read. What the network gives goes before what is
// kept, but for files with their content in their name. Other sites on the same host are left alone.
(function () {
  "use strict";
  var scope = registration.scope;
  var prefix = "synapse " + scope + " ";
  var name = prefix + synapseBuild;
  var lasting = /\.[0-9a-f]{8}\.[a-z0-9]+$|\/assets\/search\/[0-9a-f]{8}\//;
  var most = 400;
  var patience = 4000;
  function place(path) { return new URL(path, scope).href; }

  // One file, as the server has it now.
  async function take(cache, address, isNeeded) {
    try {
      var answer = await fetch(address, { cache: "no-cache" });
      if (answer.ok) return await keep(cache, address, answer);
      if (isNeeded) throw new Error(answer.status + " " + address);
    } catch (problem) {
      if (isNeeded) throw problem;
    }
  }
  async function keep(cache, address, answer) {
    if (answer.status !== 200 || answer.type !== "basic" || +answer.headers.get("content-length") > 8e6) return;
    // A browser refuses an answer to a navigation that was led elsewhere.
    if (answer.redirected) answer = new Response(await answer.blob(), { headers: answer.headers });
    await cache.put(address, answer);
  }
  async function takeAll(cache, addresses, isNeeded) {
    var rest = addresses.slice();
    async function work() { while (rest.length) await take(cache, rest.shift(), isNeeded); }
    await Promise.all([work(), work(), work(), work()]);
  }

  addEventListener("install", function (event) {
    event.waitUntil((async function () {
      var cache = await caches.open(name);
      var frame = synapseFrame.map(place);
      await takeAll(cache, frame, true);
      // What was read of the build before is read again.
      var read = new Set();
      for (var old of await caches.keys()) {
        if (!old.startsWith(prefix) || old === name) continue;
        for (var request of await (await caches.open(old)).keys()) {
          if (!lasting.test(request.url) && !frame.includes(request.url)) read.add(request.url);
        }
      }
      await takeAll(cache, Array.from(read).slice(-most), false);
      await skipWaiting();
    })());
  });

  addEventListener("activate", function (event) {
    event.waitUntil((async function () {
      for (var old of await caches.keys()) if (old.startsWith(prefix) && old !== name) await caches.delete(old);
      await clients.claim();
      await takeRest();
    })());
  });

  // Every page, where that was asked for; browsers end a worker that takes long, so it goes on with the next page that is read.
  var isTaking = false;
  async function takeRest() {
    if (!synapseList || isTaking) return;
    isTaking = true;
    try {
      var cache = await caches.open(name);
      var known = new Set((await cache.keys()).map(function (request) { return request.url; }));
      var list = await (await fetch(place(synapseList))).json();
      await takeAll(cache, list.map(place).filter(function (address) { return !known.has(address); }), false);
    } catch (_) {}
    isTaking = false;
  }

  // Hosts call one page by several addresses.
  async function kept(address) {
    var cache = await caches.open(name);
    var forms = [address, address.replace(/\/$/, "/index.html"), address.replace(/\/index\.html$/, "/"), address.replace(/\.html$/, ""), address + ".html"];
    for (var form of forms) {
      var found = await cache.match(form, { ignoreVary: true });
      if (found) return found;
    }
  }
  // The page that says so, its links led to the web root.
  async function away() {
    var page = await kept(place("assets/offline.html"));
    if (!page) return Response.error();
    var text = (await page.text()).replaceAll('="../', '="' + new URL(scope).pathname);
    return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
  async function newest(event, address) {
    var request = event.request;
    var asked = fetch(request).then(function (answer) {
      var copy = answer.clone();
      event.waitUntil(caches.open(name).then(function (cache) { return keep(cache, address, copy); }).catch(function () {}));
      return answer;
    });
    // A network that does not answer is none, where there is something to show.
    var late = new Promise(function (done) { setTimeout(done, patience); }).then(function () { return kept(address); });
    try {
      return await Promise.race([asked, late.then(function (found) { return found || asked; })]);
    } catch (problem) {
      var found = await kept(address);
      if (found) return found;
      if (request.mode === "navigate") return away();
      throw problem;
    }
  }
  async function first(event, address) {
    return await kept(address) || newest(event, address);
  }

  addEventListener("fetch", function (event) {
    var request = event.request;
    var address = request.url.split(/[?#]/)[0];
    if (request.method !== "GET" || !address.startsWith(scope) || request.headers.has("range")) return;
    // The preview's own, which waits for changes.
    if (address.includes("/.synapse-publish/")) return;
    event.respondWith(lasting.test(address) ? first(event, address) : newest(event, address));
    if (synapseList && request.mode === "navigate") event.waitUntil(takeRest());
  });
})();
