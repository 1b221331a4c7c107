import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../components/button/button.tsx";
import { ShareOwn } from "./share-own.tsx";
import type { OwnShare } from "./use-own-share.ts";

interface Props {
	readonly type: OwnShare;
	readonly roundId: number;
	readonly teamName: string;
}

/** A button that shares one's own team or trades of a round. */
export const ShareOwnButton = (props: Props) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Button icon="share" isCompact onPress={() => setOpen(true)}>
				{t("share.share")}
			</Button>
			{isOpen ? <ShareOwn {...props} onClose={() => setOpen(false)} /> : null}
		</>
	);
};
