// Takes back what an earlier build had browsers keep.
addEventListener("install", function () { skipWaiting(); });
addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    var prefix = "synapse " + registration.scope + " ";
    return Promise.all(names.filter(function (name) { return name.startsWith(prefix); }).map(function (name) { return caches.delete(name); }));
  }).then(function () { return registration.unregister(); }));
});
