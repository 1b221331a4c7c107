import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../../i18n/format.ts";

/** More frequent announcements would interrupt everything else that is read out. */
const INTERVAL_MS = 30_000;

/** Tells screen readers the live score when it has changed, at most twice a minute. */
export const ScoreAnnouncer = ({ points }: { readonly points: number }) => {
	const { t } = useTranslation();
	const [told, setTold] = useState({ points, text: "" });
	const announce = useEffectEvent(() => {
		if (points !== told.points) setTold({ points, text: `${t("team.liveScore")}: ${formatPoints(points)}` });
	});
	useEffect(() => {
		const interval = setInterval(announce, INTERVAL_MS);
		return () => clearInterval(interval);
	}, []);
	return (
		<p className="spoken" aria-live="polite">
			{told.text}
		</p>
	);
};
