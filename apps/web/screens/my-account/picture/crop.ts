export interface Size {
	readonly width: number;
	readonly height: number;
}
/** How a picture lies under a square window: enlarged `zoom` times from just covering it, moved by window sides. */
export interface Crop {
	/** 1 covers the window; no less. */
	readonly zoom: number;
	/** The picture's middle from the window's, in sides of the window. */
	readonly x: number;
	readonly y: number;
}

export const INITIAL_CROP: Crop = { zoom: 1, x: 0, y: 0 };
export const MAX_ZOOM = 4;

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value)) || 0;

/** The picture's sides in sides of the window. */
function sides({ width, height }: Size, zoom: number): Size {
	const shorter = Math.min(width, height);
	return { width: (width / shorter) * zoom, height: (height / shorter) * zoom };
}

/** The nearest crop that leaves no part of the window empty. */
export function clampCrop(picture: Size, { zoom, x, y }: Crop): Crop {
	const held = Math.min(MAX_ZOOM, Math.max(1, zoom));
	const { width, height } = sides(picture, held);
	return { zoom: held, x: clamp(x, (width - 1) / 2), y: clamp(y, (height - 1) / 2) };
}

/** The square of the picture that the window shows, in its own pixels. */
export function computeCropSquare(
	picture: Size,
	crop: Crop,
): { readonly left: number; readonly top: number; readonly side: number } {
	const { zoom, x, y } = clampCrop(picture, crop);
	const side = Math.min(picture.width, picture.height) / zoom;
	return { left: picture.width / 2 - side * (x + 0.5), top: picture.height / 2 - side * (y + 0.5), side };
}
