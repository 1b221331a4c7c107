import { useTranslation } from "react-i18next";
import { site } from "../../app/site.ts";
import styles from "./ad-slot.module.css";
import { AD_SANDBOX, AD_SLOTS, type AdSlotName } from "./ad-slots.ts";

interface Props {
	readonly slot: AdSlotName;
	/** Screens it is shown on. A desktop slot is usually paired with a phone slot. */
	readonly on?: "all" | "desktop" | "phone" | "wide";
	/** Reserves the space without loading an ad, while it is not known whether one will be shown. */
	readonly isPlaceholder?: boolean;
}

/** One sandboxed ad, loaded lazily. Renders nothing where the site has no ads. */
export const AdSlot = ({ slot, on = "all", isPlaceholder = false }: Props) => {
	const { t } = useTranslation();
	if (!site.hasAds) return null;
	const { width, height, page } = AD_SLOTS[slot];
	return (
		<div className={styles.slot} data-slot={slot} data-on={on} style={{ maxWidth: width, height }}>
			{isPlaceholder ? null : (
				<iframe
					title={t("ad.title")}
					src={`/ads/${page}.html`}
					width={width}
					height={height}
					loading="lazy"
					sandbox={AD_SANDBOX}
					referrerPolicy="no-referrer"
				/>
			)}
		</div>
	);
};

/** A leaderboard across the page, with a smaller one on phones. */
export const Leaderboard = ({
	at,
	isPlaceholder = false,
}: {
	readonly at: "top" | "bottom";
	readonly isPlaceholder?: boolean;
}) =>
	site.hasAds ? (
		<aside className={styles.leaderboard} data-at={at}>
			<AdSlot slot={`${at}-leaderboard`} on="desktop" isPlaceholder={isPlaceholder} />
			<AdSlot slot={`${at}-leaderboard-mobile`} on="phone" isPlaceholder={isPlaceholder} />
		</aside>
	) : null;
