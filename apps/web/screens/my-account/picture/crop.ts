export interface Size {
	readonly width: number;
	readonly height: number;
}
/** The position of a picture under a square window, in units of the window's side. */
export interface Crop {
	/** At 1, the minimum, the picture just covers the window. */
	readonly zoom: number;
	/** Offset of the picture's centre from the window's. */
	readonly x: number;
	readonly y: number;
}

export const INITIAL_CROP: Crop = { zoom: 1, x: 0, y: 0 };
export const MAX_ZOOM = 4;

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value)) || 0;

/** The picture's size in units of the window's side. */
function computeSize({ width, height }: Size, zoom: number): Size {
	const shorter = Math.min(width, height);
	return { width: (width / shorter) * zoom, height: (height / shorter) * zoom };
}

/** The nearest crop that fills the window. */
export function clampCrop(picture: Size, { zoom, x, y }: Crop): Crop {
	const clampedZoom = Math.min(MAX_ZOOM, Math.max(1, zoom));
	const { width, height } = computeSize(picture, clampedZoom);
	return { zoom: clampedZoom, x: clamp(x, (width - 1) / 2), y: clamp(y, (height - 1) / 2) };
}

/** The visible square in pixels of the picture. */
export function computeCropSquare(
	picture: Size,
	crop: Crop,
): { readonly left: number; readonly top: number; readonly side: number } {
	const { zoom, x, y } = clampCrop(picture, crop);
	const side = Math.min(picture.width, picture.height) / zoom;
	return { left: picture.width / 2 - side * (x + 0.5), top: picture.height / 2 - side * (y + 0.5), side };
}
