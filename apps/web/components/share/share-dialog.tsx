import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import buttonStyles from "../button/button.module.css";
import { Button } from "../button/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { Icon } from "../icon/icon.tsx";
import { Spinner } from "../spinner/spinner.tsx";
import { CopyButton } from "./copy-button.tsx";
import { ShareButtons } from "./share-buttons.tsx";
import styles from "./share-dialog.module.css";

interface Props {
	readonly title: string;
	readonly text: string;
	readonly choice?: ReactNode;
	readonly message: string;
	/** URL of the share page; null while it is being created. */
	readonly url: string | null;
	/** Why the share page could not be created. */
	readonly error?: string | undefined;
	/** Label of the button that closes the dialog. */
	readonly done: string;
	readonly onClose: () => void;
}

const STORY_FILE = "first-bounce-story.png";

/** The preview picture, in a frame of its size until it is loaded. It can fail without the link: the server may be busy. */
const SharePicture = ({ url }: Pick<Props, "url">) => {
	const { t } = useTranslation();
	const [attempt, setAttempt] = useState(0);
	const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
	const retry = () => {
		setAttempt(attempt + 1);
		setState("loading");
	};
	return (
		<div className={styles.picture} data-state={state} aria-busy={state === "loading"}>
			{state === "loaded" ? null : (
				<div className={styles.frame}>
					{state === "loading" ? <Spinner /> : <Icon name="alert" size={22} />}
					<p role="status">{t(state === "loading" ? "share.pictureLoading" : "share.pictureFailed")}</p>
					{state === "failed" ? <Button onPress={retry}>{t("state.retry")}</Button> : null}
				</div>
			)}
			{url && state !== "failed" ? (
				<img
					key={attempt}
					src={`${url}.png`}
					width={1200}
					height={630}
					alt={t("share.picture")}
					// A picture that was loaded before the dialog opened is there at once.
					ref={(image) => {
						if (image?.complete && image.naturalWidth > 0) setState("loaded");
					}}
					onLoad={() => setState("loaded")}
					onError={() => setState("failed")}
				/>
			) : null}
		</div>
	);
};

/** Shares a URL with its preview picture: on a network, natively, or by copying. */
export const ShareDialog = ({ title, text, choice, message, url, error, done, onClose }: Props) => {
	const { t } = useTranslation();
	return (
		<Dialog title={title} isOpen onClose={onClose}>
			<div className={styles.share}>
				<p>{text}</p>
				{choice}
				{error ? (
					<p role="alert" className={styles.problem}>
						{error}
					</p>
				) : (
					<>
						<SharePicture key={url} url={url} />
						<input
							aria-label={t("share.address")}
							readOnly
							value={url ?? t("share.making")}
							onFocus={(event) => event.target.select()}
						/>
						<div className={styles.actions}>
							{url ? <ShareButtons link={url} text={message} /> : null}
							<CopyButton text={url ?? ""} isDisabled={url === null} />
							{url ? (
								<a className={buttonStyles.button} href={`${url}.story.png`} download={STORY_FILE}>
									<Icon name="download" size={15} />
									<span>{t("share.story")}</span>
								</a>
							) : null}
						</div>
					</>
				)}
				<Button variant="main" onPress={onClose}>
					{done}
				</Button>
			</div>
		</Dialog>
	);
};
