import { updateUser } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import { PICTURE_TYPES } from "@first-bounce/contract/constants";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { Avatar } from "../../../components/avatar/avatar.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { useFocusRestore } from "../../../components/focus/use-focus-restore.ts";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import styles from "../my-account.module.css";
import { useAccountUpdates } from "../use-account-updates.ts";
import { type Crop, INITIAL_CROP } from "./crop.ts";
import { CropWindow } from "./crop-window.tsx";
import { cropPicture, decodePicture } from "./picture.ts";

/** Uploads or removes the profile picture. */
export const PictureSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const account = useAccountUpdates();
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
			account.setUser(changed);
			setPicture(null);
			account.showSuccess(t("account.pictureSaved"));
		},
	});
	const remove = useCallMutation(updateUser, { onSuccess: ({ user: changed }) => account.setUser(changed) });
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
