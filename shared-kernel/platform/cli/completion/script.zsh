# Completion of `npm run @PROGRAM@ -- …` and `node @ENTRY@ …` in zsh.
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
typeset -gA _sarraf_tables _sarraf_entries _sarraf_before
_sarraf_tables[@ID@]=@TABLE@
_sarraf_entries[@ID@]=@ENTRY@

# The same in the script of every program.

# Offers the rows of the table for the word at the cursor.
_sarraf_candidates() {
  local table=$1 programPath=$2 current=${@[-1]} option='' word wanted
  local -i place=0
  for word in "${(@)argv[3,-2]}"; do
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == -* ]]; then
      [[ $table == *$'\n'"$programPath"$'\toption\t'"$word"$'\t'* ]] && option=$word
    elif [[ $table == *$'\n'"$programPath"$'\tcommand\t'"$word"$'\t'* ]]; then
      programPath="$programPath $word"
    else
      (( place += 1 ))
    fi
  done
  wanted="command argument$place"
  if [[ -n $option ]]; then
    wanted="=$option"
  elif [[ $current == --*=* ]]; then
    wanted="=${current%%=*}"
    compset -P 1 '*='
  elif [[ $current == -* ]]; then
    wanted='option flag'
  fi
  local line
  local -a fields rows
  for line in "${(@f)table}"; do
    fields=("${(@ps:\t:)line}")
    [[ $fields[1] == "$programPath" && " $wanted " == *" $fields[2] "* ]] || continue
    rows+=("${fields[3]//:/\\:}:$fields[4]")
  done
  if (( $#rows )); then _describe "$programPath" rows; else _files; fi
}

# The program that the words call, and how many words precede its own.
_sarraf_program() {
  local -i at
  local word runs='' name
  program='' skipped=0
  for (( at = 2; at < CURRENT; at++ )); do
    word=${(Q)words[at]}
    if [[ ${words[1]:t} == node ]]; then
      [[ $word == -* ]] && continue
      for name in ${(k)_sarraf_entries}; do
        [[ $word == "$_sarraf_entries[$name]" || $word == */"$_sarraf_entries[$name]" ]] && program=$name
      done
      skipped=at
      return 0
    fi
    if [[ $word == -- && -n $program ]]; then
      skipped=at
      return 0
    fi
    [[ $word == -* ]] && continue
    if [[ -z $runs ]]; then
      [[ $word == (run|run-script|rum|urn) ]] || break
      runs=yes
    elif [[ -z $program ]]; then
      program=${word//-/_}
    fi
  done
  program=''
}

_sarraf() {
  local program
  local -i skipped
  _sarraf_program
  local before=$_sarraf_before[${words[1]:t}]
  if [[ -n $program && -n $_sarraf_tables[$program] ]]; then
    _sarraf_candidates "$_sarraf_tables[$program]" $program "${(@Q)words[skipped+1,CURRENT]}"
  elif [[ -n $before ]]; then
    eval $before
  else
    _default
  fi
}

# What completed npm and node before goes on to do so.
() {
  local name
  for name in npm node; do
    [[ -n $_comps[$name] && $_comps[$name] != _sarraf ]] && _sarraf_before[$name]=$_comps[$name]
    compdef _sarraf $name
  done
}
