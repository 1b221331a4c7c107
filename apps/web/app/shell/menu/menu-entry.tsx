import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { MenuItem } from "./menu.ts";
import styles from "./menu-entry.module.css";
import { MenuLink } from "./menu-link.tsx";

/** Its list is open while it holds the focus: a page that was chosen lets go of it. */
const letGo = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.blur();

/** An area of the menu; its pages appear below it while it is pointed at or holds the focus. */
export const MenuEntry = ({ item }: { readonly item: MenuItem }) => {
	const { t } = useTranslation();
	if (!item.pages) return <MenuLink item={item}>{t(item.label)}</MenuLink>;
	return (
		<div className={styles.entry}>
			<MenuLink item={item} onClick={letGo}>
				{t(item.label)}
			</MenuLink>
			<ul className={styles.pages}>
				{item.pages.map((page) => (
					<li key={page.to}>
						<Link to={page.to} onClick={letGo}>
							{t(page.label)}
						</Link>
					</li>
				))}
			</ul>
		</div>
	);
};
