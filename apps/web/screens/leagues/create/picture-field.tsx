import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { useFocusRestore } from "../../../components/focus/use-focus-restore.ts";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import styles from "./create.module.css";

const FILE_EXTENSIONS = [".png", ".jpg", ".jpeg"];

/** Checks both the file extension and the media type. */
export const isSupportedPicture = ({ name, type }: Pick<File, "name" | "type">): boolean =>
	FILE_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension)) && /^(image\/(png|jpeg))?$/.test(type);

interface Props {
	/** The current league, for its picture or crest. */
	readonly league: { readonly name: string; readonly colour: string; readonly avatar: string | null };
	readonly file: File | null;
	readonly onChoose: (file: File) => void;
	/** Further actions, such as removing the picture. */
	readonly children?: ReactNode;
}

/** Chooses a league's picture; the server crops it to a square. */
export const PictureField = ({ league, file, onChoose, children }: Props) => {
	const { t } = useTranslation();
	const focusProps = useFocusRestore<HTMLDivElement>();
	const input = useRef<HTMLInputElement>(null);
	const [previewUrl, setPreviewUrl] = useState<string | null>(null);
	useEffect(() => {
		if (!file) return setPreviewUrl(null);
		const url = URL.createObjectURL(file);
		setPreviewUrl(url);
		return () => URL.revokeObjectURL(url);
	}, [file]);
	const choose = (file: File | undefined) => {
		if (!file) return;
		if (isSupportedPicture(file)) onChoose(file);
		else showProblem({ message: t("leagues.form.noPicture") });
	};
	return (
		<div {...focusProps} className={styles.picture}>
			<LeagueCrest league={{ ...league, avatar: previewUrl ?? league.avatar }} size={92} />
			<div data-place="picture">
				<input
					ref={input}
					type="file"
					hidden
					aria-label={t("leagues.form.avatar")}
					accept={FILE_EXTENSIONS.join(",")}
					onChange={({ currentTarget }) => {
						choose(currentTarget.files?.[0]);
						currentTarget.value = "";
					}}
				/>
				<FormActions>
					<Button onPress={() => input.current?.click()}>
						{t(previewUrl || league.avatar ? "leagues.form.change" : "leagues.form.choose")}
					</Button>
					{children}
				</FormActions>
				<p>{t("leagues.form.avatarHint")}</p>
			</div>
		</div>
	);
};
