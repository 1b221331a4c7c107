import { type Crop, computeCropSquare } from "./crop.ts";

const SIDE = 512;

/** Decodes a picture file as it should be seen; rejects what is no picture. */
export const decodePicture = (file: File): Promise<ImageBitmap> =>
	createImageBitmap(file, { imageOrientation: "from-image" });

/** The chosen square as a file to send. */
export async function cropPicture(picture: ImageBitmap, crop: Crop): Promise<Blob> {
	const canvas = document.createElement("canvas");
	canvas.width = SIDE;
	canvas.height = SIDE;
	const { left, top, side } = computeCropSquare(picture, crop);
	const drawing = canvas.getContext("2d");
	if (!drawing) throw new Error("This browser cannot draw");
	drawing.imageSmoothingQuality = "high";
	drawing.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
	return new Promise((resolve, reject) =>
		canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture was not drawn"))), "image/png"),
	);
}
