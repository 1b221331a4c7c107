import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { useFocusRestore } from "../../../components/focus/use-focus-restore.ts";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import styles from "./create.module.css";

/** D2 §5. */
const ENDINGS = [".png", ".jpg", ".jpeg"];

/** Whether a file is one of the pictures a league may have, by its name and by what the device takes it for. */
export const isSupportedPicture = ({ name, type }: Pick<File, "name" | "type">): boolean =>
	ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)) && /^(image\/(png|jpeg))?$/.test(type);

interface Props {
	/** As it stands now: its picture, else its shield. */
	readonly league: { readonly name: string; readonly colour: string; readonly avatar: string | null };
	readonly file: File | null;
	readonly onChoose: (file: File) => void;
	/** What else can be done with it. */
	readonly children?: ReactNode;
}

/** A league's picture: chosen here, cut to a square by the server. */
export const PictureField = ({ league, file, onChoose, children }: Props) => {
	const { t } = useTranslation();
	const kept = useFocusRestore<HTMLDivElement>();
	const input = useRef<HTMLInputElement>(null);
	const [address, setAddress] = useState<string | null>(null);
	useEffect(() => {
		if (!file) return setAddress(null);
		const made = URL.createObjectURL(file);
		setAddress(made);
		return () => URL.revokeObjectURL(made);
	}, [file]);
	const choose = (chosen: File | undefined) => {
		if (!chosen) return;
		if (isSupportedPicture(chosen)) onChoose(chosen);
		else showProblem({ message: t("leagues.form.noPicture") });
	};
	return (
		<div {...kept} className={styles.picture}>
			<LeagueCrest league={{ ...league, avatar: address ?? league.avatar }} size={92} />
			<div data-place="picture">
				<input
					ref={input}
					type="file"
					hidden
					aria-label={t("leagues.form.avatar")}
					accept={ENDINGS.join(",")}
					onChange={({ currentTarget }) => {
						choose(currentTarget.files?.[0]);
						currentTarget.value = "";
					}}
				/>
				<FormActions>
					<Button onPress={() => input.current?.click()}>
						{t(address || league.avatar ? "leagues.form.change" : "leagues.form.choose")}
					</Button>
					{children}
				</FormActions>
				<p>{t("leagues.form.avatarHint")}</p>
			</div>
		</div>
	);
};
