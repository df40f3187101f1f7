// The frontier while it grows.

/** drawCurve draws points by increasing h as a staircase, with entropy growing to the left as everywhere. */
export function drawCurve(canvas: HTMLCanvasElement, points: [h: number, i: number][]): void {
  const c = canvas.getContext("2d");
  const last = points.at(-1);
  if (!c || !last) return;
  const dots = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = Math.round(width * dots);
  canvas.height = Math.round(height * dots);
  c.setTransform(dots, 0, 0, dots, 0, 0);
  const style = getComputedStyle(document.documentElement), colour = (name: string) => style.getPropertyValue("--" + name).trim();
  const [top, right, bottom, left] = [8, 12, 36, 12];
  const x = (h: number) => width - right - (h / Math.max(last[0], 1e-9)) * (width - left - right);
  const y = (i: number) => height - bottom - (i / Math.max(last[1], 1e-9)) * (height - top - bottom);
  c.strokeStyle = colour("line");
  c.strokeRect(left + 0.5, top + 0.5, width - left - right - 1, height - top - bottom - 1);
  c.beginPath();
  points.forEach(([h, i], n) => {
    if (n > 0) c.lineTo(x(h), y(points[n - 1]![1]));
    c.lineTo(x(h), y(i));
  });
  c.strokeStyle = colour("blue");
  c.lineWidth = 1.5;
  c.stroke();
  c.fillStyle = colour("quiet");
  c.font = "13px system-ui, sans-serif";
  c.fillText(`← H up to ${last[0].toFixed(2)} bits`, left, height - 14);
  c.textAlign = "right";
  c.fillText(`I up to ${last[1].toFixed(3)} bits`, width - right, height - 14);
}
