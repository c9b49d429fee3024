// A page that follows the table keeps its screen on.  Browsers allow it on this machine and over https only.
export function stayAwake() {
  if (!navigator.wakeLock || !document.querySelector("[data-parts]")) return;
  const hold = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {}); // low battery
  };
  document.addEventListener("visibilitychange", hold);
  hold();
}
