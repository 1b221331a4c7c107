import { type Crop, computeCropSquare } from "./crop.ts";

const SIZE_PX = 512;

/** Decodes a picture file in its orientation. Rejects if it is not a picture. */
export const decodePicture = (file: File): Promise<ImageBitmap> =>
	createImageBitmap(file, { imageOrientation: "from-image" });

/** Renders the cropped square as a file. */
export async function cropPicture(picture: ImageBitmap, crop: Crop): Promise<Blob> {
	const canvas = document.createElement("canvas");
	canvas.width = SIZE_PX;
	canvas.height = SIZE_PX;
	const { left, top, side } = computeCropSquare(picture, crop);
	const context = canvas.getContext("2d");
	if (!context) throw new Error("This browser cannot draw");
	context.imageSmoothingQuality = "high";
	context.drawImage(picture, left, top, side, side, 0, 0, SIZE_PX, SIZE_PX);
	return new Promise((resolve, reject) =>
		canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture was not drawn"))), "image/png"),
	);
}
