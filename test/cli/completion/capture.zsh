# zsh -f capture.zsh SCRIPT LINE: prints what zsh offers at the end of a line, a word a line.
zmodload zsh/zpty
folder=$(mktemp -d)
cat > $folder/init <<END
autoload -Uz compinit
compinit -u -d $folder/dump
source ${(q)1}
bindkey '^I' complete-word
# Completion calls compadd for each list of words; -A lists those that match.
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "\$@"
    return
  fi
  typeset -a hits
  builtin compadd -A hits "\$@"
  (( \$#hits )) && print -rl -- \$hits >> $folder/words
  builtin compadd "\$@"
}
comppostfuncs=(exit)
END
: > $folder/words
zpty shell zsh -f -i
zpty -w shell "source $folder/init; print ready"
zpty -r shell output $'*ready\r\n*'
zpty -w -n shell "$2"$'\t'
# The shell exits after completion; until then its output is read and dropped.
while zpty -r shell output; do :; done
cat $folder/words
rm -r $folder
