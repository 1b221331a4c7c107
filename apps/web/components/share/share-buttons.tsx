import { useTranslation } from "react-i18next";
import { useMedia } from "../../live/use-media.ts";
import { Button } from "../button/button.tsx";
import { buildShareUrls, canShareNatively, openShareWindow } from "./share-channels.ts";

interface Props {
	readonly link: string;
	readonly text: string;
}

const SMALL_SCREEN = "(max-width: 39.9375em)";

/** One Share button on small devices with native sharing; else Facebook and Twitter. */
export const ShareButtons = ({ link, text }: Props) => {
	const { t } = useTranslation();
	const isSmall = useMedia(SMALL_SCREEN);
	const urls = buildShareUrls(link, text);
	if (canShareNatively(isSmall)) {
		// The promise rejects when the user closes the share sheet, which is not an error.
		const share = () => void navigator.share({ url: link, text }).catch(() => undefined);
		return (
			<Button icon="share" onPress={share}>
				{t("leagues.invite.share")}
			</Button>
		);
	}
	return (
		<>
			<Button icon="share" onPress={() => openShareWindow(urls.facebook)}>
				{t("leagues.invite.facebook")}
			</Button>
			<Button icon="share" onPress={() => openShareWindow(urls.twitter)}>
				{t("leagues.invite.twitter")}
			</Button>
		</>
	);
};
