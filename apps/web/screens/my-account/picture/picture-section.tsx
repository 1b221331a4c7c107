import { updateUser } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import { PICTURE_TYPES } from "@first-bounce/contract/constants";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Label } from "react-aria-components/Label";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { Avatar } from "../../../components/avatar/avatar.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { useFocusRestore } from "../../../components/focus/use-focus-restore.ts";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import styles from "../my-account.module.css";
import { useSetUser } from "../use-set-user.ts";
import { type Crop, clampCrop, computeCropSquare, INITIAL_CROP, MAX_ZOOM } from "./crop.ts";

interface CropProps {
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
const CropWindow = ({ picture, crop, onChange }: CropProps) => {
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

const SIZE_PX = 512;

/** Decodes a picture file in its orientation. Rejects if it is not a picture. */
const decodePicture = (file: File): Promise<ImageBitmap> => createImageBitmap(file, { imageOrientation: "from-image" });

async function cropPicture(picture: ImageBitmap, crop: Crop): Promise<Blob> {
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

export const PictureSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const setUser = useSetUser();
	const focusProps = useFocusRestore<HTMLDivElement>();
	const [picture, setPicture] = useState<ImageBitmap | null>(null);
	const [crop, setCrop] = useState<Crop>(INITIAL_CROP);
	const input = useRef<HTMLInputElement>(null);
	const name = `${user.firstName} ${user.lastName}`;
	const choose = async (file: File | undefined) => {
		if (!file) return;
		const decoded = await decodePicture(file).catch(() => null);
		if (!decoded) return showProblem({ message: t("account.noPicture") });
		setCrop(INITIAL_CROP);
		setPicture(decoded);
	};
	const send = useMutation({
		mutationFn: async (bitmap: ImageBitmap) =>
			client(updateUser, { body: {}, avatar: await cropPicture(bitmap, crop) }),
		onSuccess: ({ user: changed }) => {
			setUser(changed);
			setPicture(null);
			showToast({ tone: "good", text: t("account.pictureSaved") });
		},
	});
	const remove = useCallMutation(updateUser, { onSuccess: ({ user: changed }) => setUser(changed) });
	return (
		<div {...focusProps} className={styles.picture}>
			<Avatar userId={user.id} avatarVersion={user.avatarVersion} name={name} size={96} />
			<div className={styles.who} data-place="picture">
				<h1>{name}</h1>
				<p>{user.fantasyTeamName}</p>
				<FormActions>
					<input
						ref={input}
						type="file"
						hidden
						accept={PICTURE_TYPES.join(",")}
						onChange={({ currentTarget }) => {
							void choose(currentTarget.files?.[0]);
							currentTarget.value = "";
						}}
					/>
					<Button onPress={() => input.current?.click()}>
						{t(user.avatarVersion > 0 ? "account.changePicture" : "account.addPicture")}
					</Button>
					{user.avatarVersion > 0 ? (
						<Button
							variant="quiet"
							isPending={remove.isPending}
							onPress={() => remove.mutate({ body: { avatar: null } })}
						>
							{t("account.removePicture")}
						</Button>
					) : null}
				</FormActions>
			</div>
			<Dialog title={t("account.crop")} isOpen={picture !== null} onClose={() => setPicture(null)}>
				{picture ? (
					<div className={styles.cropDialog}>
						<CropWindow picture={picture} crop={crop} onChange={setCrop} />
						<Button variant="main" isPending={send.isPending} onPress={() => send.mutate(picture)}>
							{t("account.savePicture")}
						</Button>
					</div>
				) : null}
			</Dialog>
		</div>
	);
};
