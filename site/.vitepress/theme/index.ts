import Theme from 'vitepress/theme-without-fonts'
import { foldedWord } from '../../fold.ts'
import './style.css'

export default {
  extends: Theme,
  enhanceApp({ siteData }) {
    // The words of the reader are compared as those of the index: `config.ts` says why it is not sent along.
    const { options } = siteData.value.themeConfig.search
    options.miniSearch = { options: { processTerm: foldedWord } }
  },
}
