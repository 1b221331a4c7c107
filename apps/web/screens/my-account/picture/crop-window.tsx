import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { Label } from "react-aria-components/Label";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { useTranslation } from "react-i18next";
import styles from "../my-account.module.css";
import { type Crop, clampCrop, computeCropSquare, MAX_ZOOM } from "./crop.ts";

interface Props {
	readonly picture: ImageBitmap;
	readonly crop: Crop;
	readonly onChange: (crop: Crop) => void;
}

const WINDOW = 280;
const STEP = 0.04;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-STEP, 0],
	ArrowRight: [STEP, 0],
	ArrowUp: [0, -STEP],
	ArrowDown: [0, STEP],
};

/** Crops the picture to a square by dragging, arrow keys and a zoom slider. */
export const CropWindow = ({ picture, crop, onChange }: Props) => {
	const { t } = useTranslation();
	const canvas = useRef<HTMLCanvasElement>(null);
	const move = (x: number, y: number) => onChange(clampCrop(picture, { ...crop, x: crop.x + x, y: crop.y + y }));
	useEffect(() => {
		const { left, top, side } = computeCropSquare(picture, crop);
		const context = canvas.current?.getContext("2d");
		if (context) context.imageSmoothingQuality = "high";
		context?.drawImage(picture, left, top, side, side, 0, 0, WINDOW * 2, WINDOW * 2);
	}, [picture, crop]);
	const onKeyDown = (event: KeyboardEvent) => {
		const step = STEPS[event.key];
		if (!step) return;
		event.preventDefault();
		move(...step);
	};
	const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
		if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
		const { width } = event.currentTarget.getBoundingClientRect();
		move(event.movementX / width, event.movementY / width);
	};
	return (
		<div className={styles.cropping}>
			<button
				type="button"
				className={styles.window}
				aria-label={t("account.move")}
				onKeyDown={onKeyDown}
				onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
				onPointerMove={onPointerMove}
			>
				<canvas ref={canvas} width={WINDOW * 2} height={WINDOW * 2} />
			</button>
			<Slider
				className={styles.zoom ?? ""}
				minValue={1}
				maxValue={MAX_ZOOM}
				step={0.05}
				value={crop.zoom}
				onChange={(zoom) => onChange(clampCrop(picture, { ...crop, zoom }))}
			>
				<Label>{t("account.zoom")}</Label>
				<SliderTrack className={styles.track ?? ""}>
					<SliderThumb className={styles.thumb ?? ""} />
				</SliderTrack>
			</Slider>
		</div>
	);
};
