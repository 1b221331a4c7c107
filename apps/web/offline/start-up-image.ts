/** The colours of the manifest and the size of its icon in points. */
const BACKGROUND = "#10162b";
const ICON_SIZE = 112;

async function loadIcon(): Promise<HTMLImageElement> {
	const icon = new Image();
	icon.src = "/favicon.svg";
	await icon.decode();
	return icon;
}

/**
 * Adds the picture that an iPhone shows while the installed game starts. It takes none from the manifest, only one of exactly the
 * size of its screen, which would be a dozen files for the present models, so it is drawn on the device.
 */
export async function addStartUpImage(): Promise<void> {
	const [width = 0, height = 0] = [screen.width, screen.height].toSorted((a, b) => a - b);
	const canvas = document.createElement("canvas");
	canvas.width = width * devicePixelRatio;
	canvas.height = height * devicePixelRatio;
	const context = canvas.getContext("2d");
	if (!context) return;
	context.scale(devicePixelRatio, devicePixelRatio);
	context.fillStyle = BACKGROUND;
	context.fillRect(0, 0, width, height);
	context.drawImage(await loadIcon(), (width - ICON_SIZE) / 2, (height - ICON_SIZE) / 2, ICON_SIZE, ICON_SIZE);
	const link = document.createElement("link");
	Object.assign(link, { rel: "apple-touch-startup-image", media: "(orientation: portrait)" });
	link.href = canvas.toDataURL();
	document.head.append(link);
}
